package view

// Button is a button of the mouse.
type Button int

// The buttons.
const (
	LeftButton Button = iota
	RightButton
	MiddleButton
)

// Mods are the modifier keys that are held.
type Mods struct{ Shift, Control, Alt bool }

// Gesture is the effect of dragging the mouse.
type Gesture int

// The gestures.
const (
	Nothing Gesture = iota
	OrbitGesture
	PanGesture
	ZoomGesture
	TouchGesture // grabs cloth
)

// Preset is a program whose mouse bindings are used.
type Preset int

// The presets.
const (
	Blender Preset = iota
	Maya
	CAD
	presets
)

func (p Preset) String() string { return [...]string{"Blender", "Maya", "CAD"}[p] }

// PresetNamed returns the preset with a name in lower case.
func PresetNamed(name string) (Preset, bool) {
	for p, n := range []string{"blender", "maya", "cad"} {
		if n == name {
			return Preset(p), true
		}
	}
	return 0, false
}

// Next returns the preset after this one.
func (p Preset) Next() Preset { return (p + 1) % presets }

// Gesture returns the gesture of a button that is pressed over cloth or elsewhere.
func (p Preset) Gesture(b Button, m Mods, onCloth bool) Gesture {
	switch p {
	case Maya:
		if m.Alt {
			return [...]Gesture{LeftButton: OrbitGesture, MiddleButton: PanGesture, RightButton: ZoomGesture}[b]
		}
	case CAD:
		switch {
		case b == MiddleButton && m.Shift, b == RightButton:
			return OrbitGesture
		case b == MiddleButton && m.Control:
			return ZoomGesture
		case b == MiddleButton:
			return PanGesture
		}
	default:
		switch {
		case b == MiddleButton && m.Shift:
			return PanGesture
		case b == MiddleButton && m.Control:
			return ZoomGesture
		case b == MiddleButton:
			return OrbitGesture
		}
	}
	switch {
	case b == LeftButton && onCloth && !m.Alt:
		return TouchGesture
	case b == LeftButton && m.Shift, b == RightButton, b == MiddleButton:
		return PanGesture
	case b == LeftButton:
		return OrbitGesture
	}
	return Nothing
}

// Action is the effect of a key.
type Action int

// The actions.
const (
	NoAction Action = iota
	Play
	NextFrame
	PreviousFrame
	NextStep
	ResetAll
	ResetMotion
	FirstFrame
	LastFrame
	Loop
	SpeedUp
	SlowDown
	FrameSelection
	FrameAll
	LookFront
	LookRight
	LookTop
	LookBack
	LookLeft
	LookBottom
	PinHere
	Free
	NextMode
	Wires
	Picture
	Film
	Save
	NextPreset
	Panel
	Help
	Quit
)

// KeyBinding is a key with its action, as shown in the help.
type KeyBinding struct {
	Key    string // "space", "right", "a" to "z", "1", "escape", …
	Shift  bool
	Action Action
	Doc    string // "": the same as of the key before
}

// Keys lists all keys, in the groups of the help.
var Keys = []struct {
	Title string
	List  []KeyBinding
}{
	{"Time", []KeyBinding{
		{"space", false, Play, "play, pause"},
		{"right", false, NextFrame, "a frame on"},
		{"right", true, NextStep, "one step on"},
		{"left", false, PreviousFrame, "a frame back (cache)"},
		{"r", false, ResetAll, "back to the start, as the scene says"},
		{"r", true, ResetMotion, "back; wind, fabrics, friction stay"},
		{"home", true, FirstFrame, "first frame (cache)"},
		{"end", false, LastFrame, "last frame (cache)"},
		{"l", false, Loop, "loop on, off (cache)"},
		{".", false, SpeedUp, "twice as fast"},
		{",", false, SlowDown, "half as fast"},
	}},
	{"View", []KeyBinding{
		{"f", false, FrameSelection, "frame what is picked"},
		{"home", false, FrameAll, "frame all"},
		{"1", false, LookFront, "front, with Shift the back"},
		{"1", true, LookBack, ""},
		{"3", false, LookRight, "right, with Shift the left"},
		{"3", true, LookLeft, ""},
		{"7", false, LookTop, "top, with Shift below"},
		{"7", true, LookBottom, ""},
		{"m", false, NextMode, "shaded, strain, friction, distance"},
		{"w", false, Wires, "edges of triangles"},
		{"n", false, NextPreset, "mouse: Blender, Maya, CAD"},
	}},
	{"Cloth", []KeyBinding{
		{"p", false, PinHere, "pin the cloth under the mouse"},
		{"u", false, Free, "free it; with Shift all pins"},
		{"u", true, Free, ""},
	}},
	{"Files", []KeyBinding{
		{"s", false, Picture, "save a picture"},
		{"v", false, Film, "save every picture, on and off"},
		{"c", false, Save, "save caches and a checkpoint"},
		{"tab", false, Panel, "hide what lies over the picture"},
		{"h", false, Help, "this help"},
		{"escape", false, Quit, "leave"},
	}},
}

// ActionOf returns the action of a key. With Shift, keys without an action of their own keep theirs.
func ActionOf(key string, m Mods) Action {
	if m.Control || m.Alt {
		return NoAction
	}
	plain := NoAction
	for _, group := range Keys {
		for _, k := range group.List {
			switch {
			case k.Key != key:
			case k.Shift == m.Shift:
				return k.Action
			case !k.Shift:
				plain = k.Action
			}
		}
	}
	return plain
}

// MouseHelp returns the mouse bindings of a preset, for the help.
func (p Preset) MouseHelp() [][2]string {
	cloth := [][2]string{{"left on cloth", "drag it"}, {"Alt + wheel", "how much of it"}}
	rest := [][2]string{{"left elsewhere", "orbit"}, {"right", "pan"}, {"wheel", "zoom"}}
	switch p {
	case Maya:
		return append(cloth, [][2]string{{"Alt + left", "orbit"}, {"Alt + middle", "pan"}, {"Alt + right", "zoom"},
			{"wheel", "zoom"}}...)
	case CAD:
		return append(cloth, [][2]string{{"right", "orbit"}, {"Shift + middle", "orbit"}, {"middle", "pan"},
			{"wheel", "zoom"}}...)
	}
	return append(append(cloth, [2]string{"middle", "orbit"}, [2]string{"Shift + middle", "pan"}), rest...)
}
