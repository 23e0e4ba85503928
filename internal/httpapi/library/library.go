// Package library is the calls by which a person shapes what is saved.
package library

import (
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/capture"
	"engram/internal/filter"
	"engram/internal/httpapi/present"
	"engram/internal/httpapi/route"
	"engram/internal/library"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/trash"
)

// Parts are the dependencies of the calls.
type Parts struct {
	Library  *library.Service
	Memories *memory.Service
	Captures *capture.Service
	Trash    *trash.Service
	Plans    plan.Table
	Present  present.Presenter
	Filters  *filter.Service
}

const (
	noteBody      = 8 << 20   // so that a note of 5 MB is refused with its limit
	selectionBody = 256 << 10 // with 2,000 ids
)

// Register adds the calls of the signed-in user.
func Register(r *route.Router, p Parts) {
	route.SignedIn(r, "GET /api/v1/content/facets", 0, "The values of memories that a filter can name, and how many have them", p.facets, 400)
	route.SignedIn(r, "GET /api/v1/filters", 0, "The filters that the caller keeps under a name", p.listKept)
	route.SignedIn(r, "POST /api/v1/filters", route.SmallBody, "Keep a filter under a name", p.keep, 400, 409)
	route.SignedIn(r, "PATCH /api/v1/filters/{id}", route.SmallBody, "Change a kept filter", p.alter, 400, 404, 409)
	route.SignedIn(r, "DELETE /api/v1/filters/{id}", route.SmallBody, "Delete a kept filter", p.forget, 404)

	route.SignedIn(r, "PATCH /api/v1/content/{id}", noteBody, "Change a memory, or put back what was captured", p.edit, 400, 404, 409)
	r.API.OpenAPI().Paths["/api/v1/content/{id}"].Patch.Responses["409"].Content = r.JSON(reflect.TypeFor[edited]())
	route.SignedIn(r, "POST /api/v1/content/{id}/opened", route.SmallBody, "Keep that a memory was opened just now", p.opened, 404)
	route.SignedIn(r, "GET /api/v1/content/{id}/versions", 0, "The earlier texts of a note, newest first", p.versions, 404)
	route.SignedIn(r, "GET /api/v1/content/{id}/versions/{edition}", 0, "An earlier text of a note", p.version, 404)

	route.SignedIn(r, "GET /api/v1/tags", 0, "The caller's tags, those of most memories first", p.tags)
	route.SignedIn(r, "PATCH /api/v1/tags/{name}", route.SmallBody, "Rename a tag; one of that name becomes the same", p.renameTag, 400, 404)
	route.SignedIn(r, "DELETE /api/v1/tags/{name}", route.SmallBody, "Remove a tag from all memories", p.dropTag, 404)

	route.SignedIn(r, "POST /api/v1/content/bulk", selectionBody, "Change many memories alike", p.bulk, 400, 429)
	route.SignedIn(r, "POST /api/v1/content/export", selectionBody, "Many memories as a file", p.export(r), 400, http.StatusTooManyRequests)
	r.API.OpenAPI().Paths["/api/v1/content/export"].Post.Responses["200"] = &huma.Response{Description: "OK", Content: exported(r)}

	route.SignedIn(r, "GET /api/v1/trash", 0, "Deleted memories that can be restored, the last deleted first", p.list, 400)
	route.SignedIn(r, "DELETE /api/v1/trash", route.SmallBody, "Empty the trash", p.emptyTrash)
	route.SignedIn(r, "POST /api/v1/trash/{id}/restore", route.SmallBody, "Restore a deleted memory", p.restore, 404, 429)
	route.SignedIn(r, "DELETE /api/v1/trash/{id}", route.SmallBody, "Remove a deleted memory for good", p.purge, 404)
}

// memoryInput names a memory.
type memoryInput struct {
	ID string `path:"id"`
}
