// Flags of a component of cloth, from impacts.comp.
#define COMPONENT_IMPACT 1 // a vertex uses backward Euler
#define COMPONENT_HELD 2   // pins, grabs or obstacle contact

// Whether the whole component uses backward Euler.
bool componentUsesEuler(int found) { return found == COMPONENT_IMPACT; }
