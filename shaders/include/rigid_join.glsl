// A rigid body slides, or is held, as a whole: all of its vertices get the flags of any; twin of cpu's together.
shared int joint;

void joinSlides(int root) {
    await();
    EACH_MEMBER(p) {
        ivec4 range = rangeOf(p);
        if (!isRigid(p)) continue;
        if (gl_LocalInvocationID.x == 0u) joint = 0;
        sync();
        for (int i = range.x + int(gl_LocalInvocationID.x); i < range.y; i += GROUP) atomicOr(joint, slide[i]);
        sync();
        for (int i = range.x + int(gl_LocalInvocationID.x); i < range.y; i += GROUP) slide[i] = joint;
        sync();
    }
}
#define JOIN_SLIDES(root) joinSlides(root)
