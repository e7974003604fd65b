// What a vertex is in contact with.
#define BY_BODY 1
#define BY_CLOTH 2
