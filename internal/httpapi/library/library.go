// Package library is the calls by which a person shapes what is saved.
package library

import (
	"engram/internal/filter"
	"engram/internal/httpapi/route"
	"engram/internal/plan"
	"engram/internal/trash"
)

// Parts are the dependencies of the calls.
type Parts struct {
	Filters *filter.Service
	Trash   *trash.Service
	Plans   plan.Table
}

// Register adds the calls of the signed-in user.
func Register(r *route.Router, p Parts) {
	route.SignedIn(r, "GET /api/v1/content/facets", 0, "The values of memories that a filter can name, and how many have them", p.facets, 400)
	route.SignedIn(r, "GET /api/v1/filters", 0, "The filters that the caller keeps under a name", p.listKept)
	route.SignedIn(r, "POST /api/v1/filters", route.SmallBody, "Keep a filter under a name", p.keep, 400, 409)
	route.SignedIn(r, "PATCH /api/v1/filters/{id}", route.SmallBody, "Change a kept filter", p.alter, 400, 404, 409)
	route.SignedIn(r, "DELETE /api/v1/filters/{id}", route.SmallBody, "Delete a kept filter", p.forget, 404)
	route.SignedIn(r, "GET /api/v1/trash", 0, "Deleted memories that can be restored, the last deleted first", p.list, 400)
	route.SignedIn(r, "DELETE /api/v1/trash", route.SmallBody, "Empty the trash", p.emptyTrash)
	route.SignedIn(r, "POST /api/v1/trash/{id}/restore", route.SmallBody, "Restore a deleted memory", p.restore, 404, 429)
	route.SignedIn(r, "DELETE /api/v1/trash/{id}", route.SmallBody, "Remove a deleted memory for good", p.purge, 404)
}
