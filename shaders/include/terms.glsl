// The terms in the order of cpu.NewTerms, each with its bit in Params.terms.
#define TERM_inertia 1
#define TERM_gravity 2
#define TERM_membrane 4
#define TERM_bending 8
#define TERM_dahl 16
#define TERM_damping 32
#define TERM_aero 64
#define TERM_contact 128
#define TERM_friction 256
#define TERM_self_contact 512
#define TERM_self_friction 1024

bool has(int term) { return (terms & term) != 0; }
