package scenes

import (
	"hysteron/cloth"
	"hysteron/law"
	"hysteron/param"
)

// fabricFile is the content of a fabric file. Each table names the source of its numbers: where they were measured, or
// why they are assumed.
type fabricFile struct {
	Title  string `key:"title" check:"required" doc:"what it is"`
	Source string `key:"source" check:"required" doc:"where the numbers of this table are from"`
	cloth.Fabric
	Warp           ThreadTable     `key:"warp" check:"required" doc:"strain along the warp"`
	Weft           ThreadTable     `key:"weft" check:"required" doc:"strain along the weft"`
	Area           *AreaTable      `key:"area" doc:"the sum of the strains along warp and weft, for small ones the change of the area; without it none"`
	Diagonal       *DiagonalTable  `key:"diagonal" doc:"strains along both diagonals of the threads, as of springs across their squares; without it none"`
	Principal      *PrincipalTable `key:"principal" doc:"both principal strains, so that cloth which stiffens with stretch stiffens in shear, too; without it none"`
	Radial         []RadialTable   `key:"radial" doc:"distances from places among the strains, at most six: energies of two strains or three; without them none"`
	Shear          ShearTable      `key:"shear" check:"required" doc:"shear, twice the tensor's"`
	Second         *SecondTable    `key:"second" doc:"springs from each vertex over the next one along the threads, with stretch = springs; without it none"`
	SecondWeft     *SecondTable    `key:"second_weft" doc:"the same along the weft, where second is of the warp alone; without it both are alike"`
	SecondDiagonal *SecondTable    `key:"second_diagonal" doc:"the same along both diagonals; without it none"`
	BendWarp       BendTable       `key:"bend_warp" check:"required" doc:"bending along the warp; its strain is three times the curvature"`
	BendWeft       BendTable       `key:"bend_weft" check:"required" doc:"bending along the weft"`
	BendDiagonal   *BendTable      `key:"bend_diagonal" doc:"bending along the diagonals of the threads, with bending = hinge; what it leaves out, friction say, is as between warp and weft, and without it all is"`
	Fitted         []Fitted        `key:"fitted" doc:"numbers that a fit found together, with what its data say of them, for hysteron predict; simulations do not read it"`
}

// LoadFabric reads a fabric by built-in name or path. Errors are *param.InputError; several are joined.
func LoadFabric(nameOrPath string) (cloth.Fabric, error) {
	data, err := fabricKind.read(nameOrPath)
	if err != nil {
		return cloth.Fabric{}, err
	}
	return ParseFabric(fabricKind.label(nameOrPath), data)
}

// ClosedFabrics lists the built-in fabrics with known closed forms, see cloth.Fabric.Closed.
func ClosedFabrics() (names []string) {
	for _, name := range Fabrics() {
		if f, err := LoadFabric(name); err == nil && f.Closed() {
			names = append(names, name)
		}
	}
	return names
}

// ParseFabric reads a fabric from TOML text; file names it in errors.
func ParseFabric(file string, data []byte) (cloth.Fabric, error) {
	d, err := param.Parse(file, data)
	if err != nil {
		return cloth.Fabric{}, err
	}
	f, _, err := readFabric(d)
	return f, err
}

// readFabric reads a fabric file, and returns the values of all its keys as well.
func readFabric(d *param.Document) (cloth.Fabric, map[string]any, error) {
	if base, ok := d.Root["base"]; ok {
		return cloth.Fabric{}, nil, d.ErrorAt("base", "only a scene's table knows it, fabric = { base = %#v, … }: expected "+
			"all keys of a fabric, as in a copy of the file of another", base)
	}
	var t fabricFile
	if err := d.Decode(&t); err != nil {
		return cloth.Fabric{}, nil, err
	}
	if err := checkFitted(d, t.Fitted); err != nil {
		return cloth.Fabric{}, nil, err
	}
	f := t.Fabric
	f.Name = fabricName(d.FileName())
	f.Warp, f.Weft, f.Shear, f.BendWarp, f.BendWeft = t.Warp.Laws, t.Weft.Laws, t.Shear.Laws, t.BendWarp.Laws,
		t.BendWeft.Laws
	if t.Area != nil {
		f.Area = t.Area.Laws.Elastic
	}
	if t.Diagonal != nil {
		f.Diagonal = t.Diagonal.Laws.Elastic
	}
	if t.Principal != nil {
		f.Principal = t.Principal.Laws.Elastic
	}
	if len(t.Radial) > cloth.MostRadial {
		return cloth.Fabric{}, nil, d.ErrorAt("radial", "%d of them: expected at most %d", len(t.Radial), cloth.MostRadial)
	}
	for i := range t.Radial {
		f.Radial[i] = t.Radial[i].Around()
	}
	for _, s := range []struct {
		to   *cloth.Component
		from *SecondTable
	}{{&f.Second, t.Second}, {&f.SecondWeft, t.SecondWeft}, {&f.SecondDiagonal, t.SecondDiagonal}} {
		if s.from != nil {
			*s.to = s.from.Laws
		}
	}
	if t.BendDiagonal != nil {
		f.BendDiagonal = t.BendDiagonal.Laws
	}
	if f.Bending == cloth.HingeBending && f.BendCoupling != 0 {
		return cloth.Fabric{}, nil, d.ErrorAt("bend_coupling", "%g: expected 0, or bending = \"curvature\", whose "+
			"directions can be coupled", f.BendCoupling)
	}
	if err := f.Check(); err != nil {
		return cloth.Fabric{}, nil, d.WrapAt("", err)
	}
	return f, param.Encode(&t), nil
}

// scaleFriction multiplies all internal friction stresses of a fabric; a factor of 0 disables friction.
func scaleFriction(f *cloth.Fabric, factor float64) {
	for _, c := range f.Components() {
		c.Friction = law.Scaled(c.Friction, factor)
	}
}
