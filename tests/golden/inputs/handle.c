struct handle { int id; const char *name; struct owner *owner; };
int handle_owner(struct owner *owner);
static struct handle only = {7, "lib", 0};
struct handle *handle_open(struct owner *owner) { only.owner = owner; return &only; }
int handle_id(const struct handle *handle) { return handle->id; }
