package main

// list is the mistakes: in the laws, in what is done with them, in air and contact.
var list = []mutant{
	// The laws of a strain.
	{"stiffness grows half as fast with the strain", "law/elastic.go", "(l.K1 + l.K2*a) * s.Eps", "(l.K1 + l.K2/2*a) * s.Eps", "persistent-strain"},
	{"stiffness does not grow with the strain", "law/elastic.go", "r.Sigma += (l.K1 + l.K2*a) * s.Eps", "r.Sigma += l.K1 * s.Eps", "persistent-strain"},
	{"elastic stress a part in a hundred too high", "law/elastic.go", "r.Sigma += (l.K1", "r.Sigma += 1.01 * (l.K1", "stvk-forces"},
	{"friction grows twice as fast with the strain", "law/dahl.go", "most := l.A + l.B*math.Abs(s.EpsN)", "most := l.A + 2*l.B*math.Abs(s.EpsN)", "dahl-path"},
	{"friction turns around within twice the strain", "law/dahl.go", "u := y / l.Tau", "u := y / (2 * l.Tau)", "dahl-path"},
	{"friction after a reversal starts from the limit", "law/dahl.go", "sigma = sn + (s-sn)*q", "sigma = s + (s-sn)*q", "dahl-path"},
	{"friction through zero strain follows the old branch", "law/dahl.go", "psi, sigma, slope = l.path(s0, l.A, 1, math.Abs(s.Eps))", "psi, sigma, slope = l.path(s0, l.A, -1, math.Abs(s.Eps))", "dahl-path"},
	{"friction has no memory", "law/dahl.go", "s.Kept[0] = l.clamp(s.Eps, r.Sigma)", "s.Kept[0] = 0 * l.clamp(s.Eps, r.Sigma)", "dahl-path"},
	{"the series of small strains misses a term", "law/dahl.go", "second = u * u * u * (1./6 - u*", "second = u * u * u * (1./6 - 0*u*", "dahl-path"},
	{"damping twice as strong", "law/damping.go", "k, d := l.K/s.H,", "k, d := 2*l.K/s.H,", "damped-oscillator"},
	{"damping of the total strain", "law/damping.go", "s.Eps-s.EpsN", "s.Eps-0*s.EpsN", "damped-oscillator"},
	// Who has which law.
	{"warp and weft swapped", "cloth/strains.go", "{f.Warp, f.Weft, f.Shear}", "{f.Weft, f.Warp, f.Shear}", "dahl-meshes,persistent-strain,stvk-forces,strip-frequencies"},
	{"shear has the law of the weft", "cloth/strains.go", "{f.Warp, f.Weft, f.Shear}", "{f.Warp, f.Weft, f.Weft}", "dahl-meshes,stvk-forces"},
	{"no coupling of warp and weft", "cloth/strains.go", "r.FrictionScale, f.C12()", "r.FrictionScale, 0 * f.C12()", "stvk-forces"},
	{"no coupling of the curvatures", "cloth/strains.go", "r.FrictionScale, f.D12()", "r.FrictionScale, 1 + 0*f.D12()", "cylinder-stiffness"},
	{"bending along warp and weft swapped", "cloth/strains.go", "{f.BendWarp, f.BendWeft, f.BendTwist()}", "{f.BendWeft, f.BendWarp, f.BendTwist()}", "cylinder-stiffness,dahl-meshes"},
	{"painted friction left out of curvature", "cloth/strains.go", "f.BendTwist()}, r.FrictionScale", "f.BendTwist()}, 1 + 0*r.FrictionScale", "painted-friction"},
	{"painted friction left out of the membrane", "cloth/strains.go", "f.Shear}, r.FrictionScale", "f.Shear}, 1 + 0*r.FrictionScale", "painted-friction"},
	{"strains at the start of a step never move", "cpu/history.go", "kept[0] = eps[i]", "kept[0] += 0 * eps[i]", "damped-oscillator"},
	// Inertia, gravity, air.
	{"gravity a part in a thousand too strong", "cpu/inertia.go", "r.G = r3.Sub(r.G, r3.Scale(c.mass[i], c.g))", "r.G = r3.Sub(r.G, r3.Scale(1.001*c.mass[i], c.g))", "free-fall"},
	{"velocity carried on by half", "cpu/inertia.go", "r3.Scale(w.H, w.State.V[i])", "r3.Scale(w.H/2, w.State.V[i])", "free-fall"},
	{"drag on the rest area", "cpu/aero.go", "r3.Norm(vel) * l / 2 / w.H", "r3.Norm(vel) * w.Model.Rest[t].Area / w.H", "vanes"},
	{"skin drag halved", "cpu/aero.go", "k*f.Drag, k*f.DragSkin", "k*f.Drag, k*f.DragSkin/2", "skin-drag"},
	{"drag halved", "cpu/aero.go", "k*f.Drag, k*f.DragSkin", "k*f.Drag/2, k*f.DragSkin", "terminal-velocity"},
	{"no wind", "cpu/aero.go", "w.Settings.Wind.At(mean, w.State.Time)", "r3.Scale(0, w.Settings.Wind.At(mean, w.State.Time))", "vanes"},
	{"gusts at one time only", "cpu/aero.go", "w.Settings.Wind.At(mean, w.State.Time)", "w.Settings.Wind.At(mean, 0*w.State.Time)", "vanes"},
	{"gusts twice as strong", "step/wind.go", "g += c.a * math.Sin(phase)", "g += 2 * c.a * math.Sin(phase)", "vanes"},
	{"gusts travel upwind", "step/wind.go", "*c.f*(t-(c.dx", "*c.f*(t+(c.dx", "vanes"},
	// Contact and friction.
	{"contact twice as stiff", "cpu/contact_law.go", "r3.Scale(k*p*(1+stiffening), n)", "r3.Scale(2*k*p*(1+stiffening), n)", "layers"},
	{"gaps of layers left out", "cpu/now.go", "gap := w.Model.Parts[w.partOf(i)].Gap", "gap := 0 * w.Model.Parts[w.partOf(i)].Gap", "layers"},
	{"friction ignores the motion of the body", "cpu/contact.go", "r3.Sub(r3.Sub(x, x0), pl.disp)", "r3.Sub(x, x0)", "conveyor"},
	{"no friction on the second plane of a crease", "cpu/contact.go", "addFriction(&pl.grip,", "if k > 0 {\n\t\t\t\tcontinue\n\t\t\t}\n\t\t\taddFriction(&pl.grip,", "crease"},
	{"friction a tenth too strong", "cpu/contact_law.go", "return f * (y - slip/2), 0, f / y", "return f * (y - slip/2), 0, 1.1 * f / y", "incline-slips"},
	{"sticking slips a tenth of what it holds", "cpu/contact_law.go", "if _, y := g.across(q); y > slip {", "if _, y := g.across(q); y > 0.9*slip {\n\t\tslip *= 0.9", "incline-sticks"},
	{"contacts forget their slip", "cpu/contact.go", "r3.Add(pl.slip, r3.Sub(r3.Sub(x, x0), pl.disp))", "r3.Sub(r3.Sub(x, x0), pl.disp)", "incline-sticks"},
	{"friction along the normal too", "cpu/contact_law.go", "q = r3.Sub(q, r3.Scale(r3.Dot(q, n), n))\n\tqq,", "q = r3.Sub(q, r3.Scale(0*r3.Dot(q, n), n))\n\tqq,", "incline-slips,layers"},
	{"the arithmetic mean of two cloths' friction", "cpu/grip.go", "math.Sqrt(w.Model.Parts[a].Fabric.ClothFriction*w.Model.Parts[b].Fabric.ClothFriction)", "(w.Model.Parts[a].Fabric.ClothFriction + w.Model.Parts[b].Fabric.ClothFriction) / 2", "two-cloths"},
}
