package scenes_test

import (
	"fmt"

	"hysteron/param"
	"hysteron/scenes"
)

// A scene that ships, with other values.
func ExampleLoad() {
	scene, err := scenes.Load("hanging-sheet", []string{"sheet.0.vertices=[11, 11]", "sheet.0.fabric=cotton"})
	if err != nil {
		fmt.Println(err)
		return
	}
	setup, err := scene.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %d vertices, %d held\n", setup.Pieces[0].Name, len(setup.Model.X0), len(setup.Model.Pins))
	// Output:
	// sheet: 121 vertices, 2 held
}

// What is wrong is said with its place.
func ExampleParse() {
	_, err := scenes.Parse("s.toml", []byte("fps = 24\n[[sheet]]\nname = \"flag\"\nsize_m = [1, 1]\nedge_length = "+
		"0.02\nfabric = \"silk\"\ncentre_m = [0, 1, 0]\n"), nil)
	fmt.Println(param.IsInputError(err))
	fmt.Println(err)
	// Output:
	// true
	// s.toml:5:1: sheet.0.edge_length: unknown key: expected "edge_length_m"?
	// 5| edge_length = 0.02
	//  | ~~~~~~~~~~~
}
