// Results of one triangle for the gather kernels; twin of cpu.triSlot and of the centroid's response.
//   0: w_u, S_uu      1: w_v, S_vv       2: S_uv, clamped S (3)   3: C uu vv γγ, strain E_uu
//   4: C vγ uγ uv, E_vv   5: H xx yy zz, E_uv   6: H yz xz xy       7: gradient of the centroid
