// Rest values and internal variables of an element kind.
INI4({Kind}Vertices, {kind}Vertices)
IN4({Kind}Rest, {kind}Rest) // rest values; size, row of the laws
IN4({Kind}History, {kind}History)

void {kind}RestAt(int i, out vec4 rest[{KIND}_REST]) {
    for (int j = 0; j < {KIND}_REST; j++) rest[j] = LOAD4({kind}Rest, {KIND}_REST * i + j);
}

// Strain k of element i.
One {kind}Of(int i, int k, float eps, vec4 rest[{KIND}_REST]) {
    float past[PAST];
    for (int j = 0; j < PAST; j++) {
        int at = {KIND}_KEPT(k, j);
        past[j] = LOAD4({kind}History, {KIND}_PAST * i + at / 4)[at % 4];
    }
    return oneOf(int(rest[{KIND}_REST - 1].y) + k * LAW_ROW, eps, past);
}
