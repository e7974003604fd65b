// Package untangle removes intersections of cloth: from positions with intersecting triangles to near ones without,
// from which a contact solver can start.
//
// It is independent of the history of the cloth, and repeats until check finds nothing:
//
//   - If an edge passes through a triangle, its wrong end moves back to the other side. That is the end on the wrong
//     side of another layer of clothing, or else the one in the smaller of the regions into which the intersection
//     contours divide the surface (Baraff, Witkin and Kass 2003, "Untangling Cloth", section 4).
//   - Contours that enclose no region are shortened along the gradient of their length (Volino and Magnenat-Thalmann
//     2006, "Resolving Surface Collisions through Intersection Contour Minimization").
//   - Tangles that persist are smoothed, first locally, then over larger neighbourhoods.
//   - At the end features closer than a gap are separated.
//
// Every correction moves both sides by their inverse masses, and the cloth around them.
package untangle
