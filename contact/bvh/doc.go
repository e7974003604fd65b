// Package bvh holds bounding volume hierarchies (BVH) of triangle surfaces: the closest point on a moving closed
// surface with a sign that is certain, negative inside, by angle-weighted pseudonormals (Bærentzen and Aanæs 2005),
// and the median split that builds trees of boxes.
package bvh
