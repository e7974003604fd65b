// Twin of cpu/curve.go: curvature strains of triangles from the bending strains of hinges. curveHinges[3i…]: nine
// hinges, row of the laws. curveWeights[9i…]: C of each; w of the first: a third of the rest area.
// curveSlot[CURVE_SLOT·i…]: stress, ε_uu; C uu vv γγ, ε_vv; C vγ uγ uv, ε_γ; stress and C times area/3. For
// CURVE_STIFFENING see cpu/curve.go.
#define CURVE_STIFFENING 1.25
INI4(CurveHinges, curveHinges)
IN4(CurveWeights, curveWeights)

ivec4 curveHinge(int i, int k) { return LOADI4(curveHinges, 3 * i + k); }

vec3 curveWeight(int i, int k) { return LOAD4(curveWeights, CURVE_HINGES * i + k).xyz; }
