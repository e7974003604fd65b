// Constants of rigid bodies, see gpu/layout/rigid.go.
INI4(RigidBody, rigidBody)  // per body: ranges of its vertices and triangles; its mass points
IN4(RigidTable, rigidTable) // per body: mass [kg], mass over the least moment of inertia [1/m²]; then, for each mass
                            // point, (Σ d·dᵀ)⁻¹·d with its offset d at rest, high and low part [1/m]
uniform int count;          // bodies

bool isPoint(ivec4 points, int i) { return any(equal(points, ivec4(i))); }
