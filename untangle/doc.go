// Package untangle takes cloth out of itself: from positions at which triangles intersect to near
// ones at which none do, so that a contact solver that starts without intersections can keep it so.
//
// It knows nothing of how the cloth got there, and repeats until check finds nothing:
//
//   - Where an edge passes through a triangle, its wrong end goes back to the other side. It is the
//     end that is on the wrong side of another layer of clothing; else the one in the smaller of the
//     regions that the contours of intersection cut the surface into (Baraff, Witkin and Kass 2003,
//     "Untangling Cloth", section 4).
//   - Where contours cut off no region, they are shortened along the gradient of their length
//     (Volino and Magnenat-Thalmann 2006, "Resolving Surface Collisions through Intersection Contour
//     Minimization").
//   - Tangles that resist are smoothed, at first close around, then wider.
//   - At last whatever is closer than a gap is moved apart.
//
// Every push moves both sides by their inverse masses, and takes the cloth around along.
package untangle
