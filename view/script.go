//go:build cgo

package view

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hysteron/param"
)

// Command is a line of a script: a verb and its words.
//
// wait N                 simulate N pictures of 1/30 s
// move X Y               move the mouse to a point of the window, in pixels
// by DX DY               move it by an offset
// over V [right]         move it to watched vertex number V, of the pane at the right
// at NAME [T]            move it to a control of the panels; T, 0 to 1, is the place along a slider (0.5)
// press B [MODS]         press a button, left, right or middle, with shift, control, alt
// release B              release it
// click B [MODS]         press and release it
// scroll N [MODS]        turn the wheel by clicks, up for positive ones
// key NAME [MODS]        press a key, named as in the help
// shot FILE              save a picture of the window
// state FILE             save State as JSON
type Command struct {
	Line int
	Verb string
	Args []string
	Mods Mods
}

// arguments of each verb: smallest and largest number of words without modifiers; how many of them are numbers.
var verbs = map[string]struct{ least, most, numbers int }{
	"wait": {1, 1, 1}, "move": {2, 2, 2}, "by": {2, 2, 2}, "over": {1, 2, 1}, "at": {1, 2, 0}, "press": {1, 1, 0},
	"release": {1, 1, 0}, "click": {1, 1, 0},
	"scroll": {1, 1, 1}, "key": {1, 1, 0}, "shot": {1, 1, 0}, "state": {1, 1, 0},
}

var buttons = map[string]Button{"left": LeftButton, "right": RightButton, "middle": MiddleButton}

const maxScript = 1 << 20

// ParseScript parses a script. # starts a comment. Errors name file and line.
func ParseScript(file string, data []byte) (list []Command, err error) {
	if len(data) > maxScript {
		return nil, fmt.Errorf("%s: %d bytes: expected at most %d", file, len(data), maxScript)
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		fail := func(format string, args ...any) ([]Command, error) {
			return nil, fmt.Errorf("%s:%d: %s", file, n, fmt.Sprintf(format, args...))
		}
		c := Command{Line: n, Verb: words[0]}
		v, ok := verbs[c.Verb]
		if !ok {
			return fail("unknown command %q: expected one of %s", c.Verb, strings.Join(verbNames(), ", "))
		}
		for _, w := range words[1:] {
			switch w {
			case "shift":
				c.Mods.Shift = true
			case "control":
				c.Mods.Control = true
			case "alt":
				c.Mods.Alt = true
			default:
				c.Args = append(c.Args, w)
			}
		}
		if len(c.Args) < v.least || len(c.Args) > v.most {
			return fail("%s with %d words: expected %d to %d", c.Verb, len(c.Args), v.least, v.most)
		}
		for i, a := range c.Args {
			if x, err := strconv.ParseFloat(a, 64); (i < v.numbers || c.Verb == "at" && i == 1) &&
				(err != nil || !(math.Abs(x) < 1e6)) {
				return fail("%s %q: expected a number below a million", c.Verb, a)
			}
		}
		if c.Verb == "over" && len(c.Args) > 1 && c.Args[1] != "right" {
			return fail("over … %q: expected right, or nothing", c.Args[1])
		}
		if _, ok := buttons[c.Args[0]]; !ok && slices.Contains([]string{"press", "release", "click"}, c.Verb) {
			return fail("%s %q: expected left, right or middle", c.Verb, c.Args[0])
		}
		list = append(list, c)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return list, nil
}

func verbNames() (list []string) {
	for v := range verbs {
		list = append(list, v)
	}
	slices.Sort(list)
	return list
}

// Actor executes scripts: a robot at a window, or a stage without one.
type Actor interface {
	Move(x, y float64) error
	Press(b Button, down bool, m Mods) error
	Scroll(clicks float64, m Mods) error
	Key(name string, m Mods) error
	Wait(pictures int) error
	State() (StageState, error)
	Shot(file string) error
	Tell(file string) error // writes State
}

// PlayScript executes a script.
func PlayScript(script []Command, a Actor) error {
	var x, y float64
	for _, c := range script {
		if err := play(c, a, &x, &y); err != nil {
			return fmt.Errorf("line %d, %s: %w", c.Line, c.Verb, err)
		}
	}
	return nil
}

func play(c Command, a Actor, x, y *float64) error {
	number := func(i int) float64 {
		v, _ := strconv.ParseFloat(c.Args[i], 64)
		return v
	}
	button := buttons[c.Args[0]]
	switch c.Verb {
	case "wait":
		return a.Wait(int(number(0)))
	case "move":
		*x, *y = number(0), number(1)
		return a.Move(*x, *y)
	case "by":
		*x, *y = *x+number(0), *y+number(1)
		return a.Move(*x, *y)
	case "over":
		s, err := a.State()
		if err != nil {
			return err
		}
		list := s.Watched
		if len(c.Args) > 1 {
			if s.Beside == nil {
				return param.Wrong(errors.New("nothing is at the right, see --beside"))
			}
			list = s.Beside.Watched
		}
		k := int(number(0))
		if k < 0 || k >= len(list) {
			return param.Wrong(fmt.Errorf("watched vertex number %d: expected one of %d, see --watch", k, len(list)))
		}
		*x, *y = math.Round(list[k].Pixel[0]), math.Round(list[k].Pixel[1])
		return a.Move(*x, *y)
	case "at":
		s, err := a.State()
		if err != nil {
			return err
		}
		b, ok := s.Controls[c.Args[0]]
		if !ok {
			return param.Wrong(fmt.Errorf("no control %q: expected one of %s", c.Args[0], strings.Join(controlNames(s.Controls),
				", ")))
		}
		t := .5
		if len(c.Args) > 1 {
			t = number(1)
		}
		*x, *y = math.Round(float64(b.X)+t*float64(b.W)), math.Round(float64(b.Y+b.H/2))
		return a.Move(*x, *y)
	case "press":
		return a.Press(button, true, c.Mods)
	case "release":
		return a.Press(button, false, c.Mods)
	case "click":
		if err := a.Press(button, true, c.Mods); err != nil {
			return err
		}
		if err := a.Wait(1); err != nil {
			return err
		}
		return a.Press(button, false, c.Mods)
	case "scroll":
		return a.Scroll(number(0), c.Mods)
	case "key":
		return a.Key(c.Args[0], c.Mods)
	case "shot":
		return a.Shot(c.Args[0])
	}
	return a.Tell(c.Args[0])
}

func controlNames(boxes map[string]PanelBox) (list []string) {
	for name := range boxes {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}
