// What is known of the contact of a vertex.
#define BY_BODY 1 // with a body
#define BEGINS 2  // a contact that it was not in at the start of the step
