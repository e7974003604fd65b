// The studio: one soft key light that casts shadows, a fill light from the other side, a rim light from behind, and
// ambient light that comes mostly from above. Directions point to the lights. Strengths are irradiances at normal
// incidence, divided by π for the ambient light.
uniform vec3 keyDirection, keyColour;
uniform vec3 fillDirection, fillColour;
uniform vec3 rimDirection, rimColour;
uniform vec3 skyColour, floorColour;
uniform vec3 backdropTop, backdropMiddle, backdropFloor; // for display, linear
uniform vec2 pictureSize;                                // [pixel]

// Seamless background: a function of the pixel alone, so that the floor can have the same colour and blend in.
vec3 backdrop(vec2 pixel) {
    vec2 p = pixel / pictureSize;
    vec3 c = p.y > 0.45 ? mix(backdropMiddle, backdropTop, smoothstep(0.45, 1.05, p.y))
                        : mix(backdropFloor, backdropMiddle, smoothstep(-0.1, 0.45, p.y));
    vec2 q = (p - vec2(0.5, 0.52)) * vec2(pictureSize.x / pictureSize.y, 1.0);
    return c * (1.0 - 0.30 * smoothstep(0.15, 1.15, length(q)));
}
