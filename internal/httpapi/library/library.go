// Package library is the calls by which a person shapes what is saved.
package library

import (
	"engram/internal/httpapi/route"
	"engram/internal/plan"
	"engram/internal/trash"
)

// Parts are the dependencies of the calls.
type Parts struct {
	Trash *trash.Service
	Plans plan.Table
}

// Register adds the calls of the signed-in user.
func Register(r *route.Router, p Parts) {
	route.SignedIn(r, "GET /api/v1/trash", 0, "Deleted memories that can be restored, the last deleted first", p.list, 400)
	route.SignedIn(r, "DELETE /api/v1/trash", route.SmallBody, "Empty the trash", p.emptyTrash)
	route.SignedIn(r, "POST /api/v1/trash/{id}/restore", route.SmallBody, "Restore a deleted memory", p.restore, 404, 429)
	route.SignedIn(r, "DELETE /api/v1/trash/{id}", route.SmallBody, "Remove a deleted memory for good", p.purge, 404)
}
