package scenes

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/scenes/scenestest"
)

func buildBody(t *testing.T, dir, keys string) (body.Body, *Setup, error) {
	t.Helper()
	text := scenestest.Minimal + "[[body]]\nkind = \"character\"\nfriction = 0.1\n" + keys
	s, err := Parse(filepath.Join(dir, "s.toml"), []byte(text), nil)
	if err != nil {
		return nil, nil, err
	}
	setup, err := s.Build()
	if err != nil {
		return nil, nil, err
	}
	return setup.Bodies[0], setup, nil
}

// Characters and tracks of every kind move as their files say, from where the scene starts them, in its units.
func TestCharacterBodies(t *testing.T) {
	dir := scenestest.CharacterFiles(t)
	for _, c := range []struct {
		keys string
		t, x float64 // of the first vertex
		lead float64
	}{
		{"file = \"go.gltf\"\n", .25, .5, 0},
		{"file = \"go.gltf\"\nanimation = \"go\"\nstart_s = 0.5\n", .25, 1.5, 1.2},
		{"file = \"go.gltf\"\nanimation = \"none\"\n", .25, 0, 0},
		{"file = \"go.gltf\"\nscale = 0.01\noffset_m = [7, 0, 0]\nstart_frame = 12\nclip_fps = 24\nsettle_s = 0\n", .25,
			7.015, 0},
		{"file = \"go.gltf\"\nloop = true\nup_axis = \"z\"\nmeshes = [\"flag\"]\n", 2.25, .5, 0},
		{"file = \"mesh.obj\"\n", 9, 0, 0},
		{"file = \"mesh.ply\"\ntrack = \"go.mdd\"\n", .1, 1, 0},
		{"file = \"mesh.obj\"\ntrack = \"go.mdd\"\nstart_s = 0.1\n", .05, 1.5, 1.2},
		{"file = \"mesh.obj\"\ntrack = \"go.pc2\"\nclip_fps = 10\nscale = 2\n", .1, 2, 0},
		{"file = \"mesh.obj\"\ntrack = \"go-###.obj\"\nclip_fps = 10\nstart_frame = 1\n", .1, 2, 1.2},
	} {
		b, setup, err := buildBody(t, dir, c.keys)
		if err != nil {
			t.Errorf("%s%v", c.keys, err)
			continue
		}
		x := make([]r3.Vec, b.NumVertices())
		b.Positions(x, c.t)
		// A curve through the frames is at rest in the last one, so it is not halfway between them.
		tol := 1e-7
		if c.t == .05 {
			tol = .126
		}
		if math.Abs(x[0].X-c.x) > tol || body.LeadOf(b) != c.lead {
			t.Errorf("%sat %g s the first vertex is at %g, lead %g; want %g, %g", c.keys, c.t, x[0].X, body.LeadOf(b), c.x,
				c.lead)
		}
		var warned []string
		for _, p := range setup.Problems() {
			if p.Kind == OpenSurface {
				warned = append(warned, p.String())
			}
		}
		if open := strings.Contains(c.keys, "gltf"); open != (len(warned) == 1 && strings.Contains(warned[0],
			"a sheet of 1 triangles")) {
			t.Errorf("%s%q", c.keys, warned)
		}
	}
}

// Wrong keys and files are named.
func TestCharacterKeyErrors(t *testing.T) {
	dir := scenestest.CharacterFiles(t)
	for keys, words := range map[string][]string{
		"":                    {`key "file" of kind "character" is missing`},
		"file = \"none.glb\"": {"s.toml:12:1: body.0.file", "none.glb", "no such file"},
		"file = \"go.pc2\"":   {"body.0.file", "go.pc2", "expected"},
		"file = \"go.gltf\"\nanimation = \"run\"": {"body.0.animation", `no animation "run": expected one of go`},
		"file = \"go.gltf\"\nmeshes = [\"x\"]":    {`no mesh "x": expected some of flag, mesh-0`},
		"file = \"go.gltf\"\ntrack = \"go.pc2\"":  {"s.toml:13:1: body.0.track", "OBJ or PLY file only"},
		"file = \"go.gltf\"\nstart_s = 5": {"start at 5 s: expected at most the length of the " +
			"animation, 1 s"},
		"file = \"go.gltf\"\nstart_s = 1\nstart_frame = 1": {"either start_frame or start_s"},
		"file = \"mesh.obj\"\nanimation = \"go\"":          {"body.0.animation", "expected a glTF file"},
		"file = \"mesh.obj\"\nmeshes = [\"go\"]":           {"body.0.meshes", "expected a glTF file"},
		"file = \"mesh.obj\"\ntrack = \"none.pc2\"":        {"s.toml:13:1: body.0.track", "none.pc2", "no such file"},
		"file = \"mesh.obj\"\ntrack = \"few.pc2\"": {"body.0.track", "1 samples of 1 points: expected at least " +
			"one, of the 4 vertices"},
		"file = \"mesh.obj\"\ntrack = \"go.bin\"":              {"body.0.track", "expected a .pc2 or .mdd file"},
		"file = \"mesh.obj\"\ntrack = \"stop-##.obj\"":         {"body.0.track", "no file of that name"},
		"file = \"mesh.obj\"\ntrack = \"go.pc2\"\nstart_s = 5": {"start at 5 s: expected at most the length of the track"},
	} {
		_, _, err := buildBody(t, dir, keys)
		scenestest.ExpectInput(t, err, words...)
	}
}

// What of a body's colours cannot be read is a note with the file and the line, or with the place within a glTF file:
// the body is built all the same.
func TestUnreadColoursAreNotes(t *testing.T) {
	dir := scenestest.CharacterFiles(t)
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("broken.mtl", "newmtl red\nKd 1 0 0 0\n")
	write("good.mtl", "newmtl red\nKd 1 0 0\n")
	if err := os.Mkdir(filepath.Join(dir, "folder.mtl"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, lib := range []string{"absent", "broken", "good", "folder"} {
		write(lib+".obj", "# a figure\nmtllib "+lib+".mtl\nusemtl red\n"+read("mesh.obj"))
	}
	write("two words.mtl", "newmtl red\nKd 1 0 0\n")
	for name, libs := range map[string]string{"several": "good.mtl absent.mtl", "blanks": "two words.mtl"} {
		write(name+".obj", "# a figure\nmtllib "+libs+"\nusemtl red\n"+read("mesh.obj"))
	}
	plain := read("go.gltf")
	write("image.png", "\x89PNG\r\n\x1a\n")
	for lib, image := range map[string]string{"lost": "none.png", "odd": "good.mtl", "found": "image.png"} {
		write(lib+".mtl", "newmtl red\nKd 1 0 0\n\nmap_Kd "+image+"\n")
		write(lib+".obj", "# a figure\nmtllib "+lib+".mtl\nusemtl red\n"+read("mesh.obj"))
	}
	textured := func(uri string) string {
		return `{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],"textures":[{"source":0}],"images":[{"uri":"` + uri +
			`"}`
	}
	for name, materials := range map[string]string{"lost": textured("none.png"), "found": textured("image.png"), "short": `{"pbrMetallicRoughness":{"baseColorFactor":[1,0,0]}}`, "beyond": "", "right": `{"pbrMetallicRoughness":{"baseColorFactor":[1,0,0,1]}}`} {
		text := strings.Replace(strings.Replace(plain, `"attributes":`, `"material":0,"attributes":`, 1), `"asset":`, `"materials":[`+materials+`],"asset":`, 1)
		if len(text) < len(plain)+28 {
			t.Fatalf("expected attributes and an asset in %s", plain)
		}
		write(name+".gltf", text)
	}
	for file, want := range map[string]string{
		"absent.obj":  "absent.obj:2: mtllib: " + filepath.Join(dir, "absent.mtl") + ": cannot read: no such file",
		"broken.obj":  "broken.mtl:2: Kd has 4 numbers: expected 3",
		"folder.obj":  "folder.obj:2: mtllib: " + filepath.Join(dir, "folder.mtl") + ": cannot read: not a regular file",
		"good.obj":    "",
		"several.obj": "several.obj:2: mtllib: " + filepath.Join(dir, "absent.mtl") + ": cannot read: no such file",
		"blanks.obj":  "",
		"short.gltf":  "short.gltf: materials[0].pbrMetallicRoughness.baseColorFactor has 3 numbers: expected 4",
		"beyond.gltf": "beyond.gltf: meshes[0].primitives[0]: material 0: expected one of the file's 0",
		"right.gltf":  "",
		"lost.obj": filepath.Join(dir, "lost.mtl") + ":4: map_Kd of red: " + filepath.Join(dir, "none.png") +
			": cannot read: no such file",
		"odd.obj":    filepath.Join(dir, "odd.mtl") + ":4: map_Kd of red: neither PNG nor JPEG",
		"found.obj":  "",
		"lost.gltf":  "lost.gltf: image 0 of material \"material-0\": ",
		"found.gltf": "",
	} {
		_, setup, err := buildBody(t, dir, "name = \"him\"\nfile = \""+file+"\"\n")
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		cloth, err := buildFiles(t, dir, "[[mesh]]\nname = \"him\"\nrest = \"shape\"\nfabric = \"silk\"\nfile = \""+
			file+"\"\n")
		if err != nil && !strings.Contains(file, ".gltf") {
			t.Errorf("%s as cloth: %v", file, err)
			continue
		}
		for _, u := range []*Setup{setup, cloth} {
			if u == nil { // some are skinned: no cloth
				continue
			}
			var told []string
			for _, p := range u.Problems() {
				if p.Kind == UnreadColours {
					told = append(told, p.String())
				}
			}
			if len(told) > 1 || (want == "") != (told == nil) || want != "" &&
				(!strings.HasPrefix(told[0], "him: note: ") || !strings.Contains(told[0], want)) {
				t.Errorf("%s: %q, expected %q", file, told, want)
			}
		}
	}
}

// A sequence of files lists vertices and faces in one order, or it is refused before a run: the same vertices in
// another order would turn the body through itself.
func TestSequenceInAnotherOrder(t *testing.T) {
	const scene = "frames = 3\nfps = 24\n[[body]]\nkind = \"character\"\nname = \"limb\"\nfile = \"tetra.obj\"\ntrack = " +
		"\"tetra-#.obj\"\n[[sheet]]\nname = \"s\"\nsize_m = [0.2, 0.2]\nvertices = [3, 3]\nfabric = \"silk\"\ncentre_m = " +
		"[0, 3, 0]\n"
	const tetra = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
	for name, c := range map[string][2]string{
		"the same": {tetra, ""},
		"moved":    {strings.Replace(tetra, "v 1 0 0", "v 1.5 0 0", 1), ""},
		"another order": {"v 1 0 0\nv 0 0 0\nv 0 1 0\nv 0 0 1\nf 2 3 1\nf 2 1 4\nf 2 4 3\nf 1 3 4\n",
			"tetra-2.obj: triangle 0 has vertices 2, 3, 1: expected 1, 3, 2 as in"},
		"fewer faces": {strings.Replace(tetra, "f 2 3 4\n", "", 1), "tetra-2.obj: 3 triangles: expected 4"},
	} {
		dir := t.TempDir()
		for file, text := range map[string]string{"s.toml": scene, "tetra.obj": tetra, "tetra-1.obj": tetra,
			"tetra-2.obj": c[0], "tetra-3.obj": tetra} {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		s, err := Load(filepath.Join(dir, "s.toml"), nil)
		if err == nil {
			_, err = s.Build()
		}
		if (err == nil) != (c[1] == "") || err != nil && !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%s: %v, expected %q", name, err, c[1])
		}
	}
}
