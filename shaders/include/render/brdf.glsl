// Reflection models. All return f · (n·l), the share of the light's irradiance at normal incidence that is reflected
// towards v. Vectors have unit length and point away from the surface.
const float INV_PI = 0.318309886;

// Rough diffuse reflection: Oren & Nayar 1994 in the energy-preserving form of Fujii; sigma in 0…1.
float orenNayar(vec3 n, vec3 v, vec3 l, float sigma) {
    float nl = dot(n, l);
    if (nl <= 0.0) return 0.0;
    float nv = max(dot(n, v), 1e-3);
    float s = dot(l, v) - nl * nv;
    float a = 1.0 / (3.14159265 + (0.5 * 3.14159265 - 2.0 / 3.0) * sigma);
    return nl * a * (1.0 + sigma * s / (s > 0.0 ? max(nl, nv) : 1.0));
}

// Fibre fuzz: the inverted Gaussian-like distribution of Estevez & Kulla 2017 ("Charlie") with the
// visibility term of Neubelt & Pettineo 2013.
float sheen(vec3 n, vec3 v, vec3 l, float roughness) {
    float nl = dot(n, l);
    if (nl <= 0.0) return 0.0;
    float nv = max(dot(n, v), 1e-3);
    float nh = clamp(dot(n, normalize(l + v)), 0.0, 1.0);
    float inv = 1.0 / roughness;
    float d = (2.0 + inv) * pow(max(1.0 - nh * nh, 1e-4), 0.5 * inv) * 0.5 * INV_PI;
    return nl * d / (4.0 * (nl + nv - nl * nv));
}

// Microfacet gloss of a dielectric: GGX (Walter 2007), Schlick's Fresnel term with F0 = 0.04.
float gloss(vec3 n, vec3 v, vec3 l, float roughness) {
    float nl = dot(n, l);
    if (nl <= 0.0) return 0.0;
    float nv = max(dot(n, v), 1e-3);
    vec3 h = normalize(l + v);
    float nh = clamp(dot(n, h), 0.0, 1.0), a2 = pow(roughness, 4.0);
    float t = nh * nh * (a2 - 1.0) + 1.0;
    float d = a2 * INV_PI / (t * t);
    float g = 0.5 / (nl * sqrt(nv * nv * (1.0 - a2) + a2) + nv * sqrt(nl * nl * (1.0 - a2) + a2));
    float f = 0.04 + 0.96 * pow(1.0 - clamp(dot(l, h), 0.0, 1.0), 5.0);
    return nl * d * g * f;
}

// Gloss of parallel threads along t: Ward 1992 in the form of Walter 2005, four times as rough across them as
// along.
float threadGloss(vec3 n, vec3 v, vec3 l, vec3 t, float roughness) {
    float nl = dot(n, l), nv = dot(n, v);
    if (nl <= 0.0 || nv <= 0.0) return 0.0;
    vec3 h = l + v;
    float ax = 0.25 * roughness, ay = roughness, hn = max(dot(h, n), 1e-3);
    float x = dot(h, t), y = dot(h, cross(n, t));
    float d = exp(-((x * x) / (ax * ax) + (y * y) / (ay * ay)) / (hn * hn)) * INV_PI / (4.0 * ax * ay);
    return nl * d * dot(h, h) / (hn * hn * hn * hn);
}

// Light at an occluded point after interreflection between surfaces of this colour: the cubic fit of Jiménez et al.
// 2016.
vec3 multiBounce(float visibility, vec3 albedo) {
    vec3 a = 2.0404 * albedo - 0.3324, b = -4.7951 * albedo + 0.6417, c = 2.7552 * albedo + 0.6903;
    return max(vec3(visibility), ((visibility * a + b) * visibility + c) * visibility);
}
