package route

import (
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/token"
)

// closed marks calls that no API token may make: about the account itself, what it pays, other
// people, and what can't be undone.
const closed token.Scope = ""

// scopes lists what an API token needs for each call of a signed-in user. A call that is not listed
// is closed, and a test asks for it to be listed.
var scopes = map[string]token.Scope{
	"GET /api/v1/getusername":                     token.Read,
	"GET /api/v1/usage":                           token.Read,
	"GET /api/v1/usage/days":                      token.Read,
	"GET /api/v1/usage/storage":                   token.Read,
	"GET /api/v1/get-content-count":               token.Read,
	"GET /api/v1/get-documentupload-status":       token.Read,
	"GET /api/v1/content":                         token.Read,
	"GET /api/v1/content/at":                      token.Read,
	"GET /api/v1/content/facets":                  token.Read,
	"GET /api/v1/content/{id}":                    token.Read,
	"GET /api/v1/content/{id}/document":           token.Read,
	"GET /api/v1/content/{id}/pages":              token.Read,
	"GET /api/v1/content/{id}/pages/{page}":       token.Read,
	"GET /api/v1/content/{id}/versions":           token.Read,
	"GET /api/v1/content/{id}/versions/{edition}": token.Read,
	"GET /api/v1/content/{id}/highlights":         token.Read,
	"GET /api/v1/content/{id}/related":            token.Read,
	"GET /api/v1/content/{id}/suggested-tags":     token.Read,
	"GET /api/v1/highlights":                      token.Read,
	"GET /api/v1/highlights/review":               token.Read,
	"GET /api/v1/tags":                            token.Read,
	"GET /api/v1/filters":                         token.Read,
	"GET /api/v1/trash":                           token.Read,
	"GET /api/v1/feeds":                           token.Read,
	"GET /api/v1/feeds/answers":                   token.Read,
	"GET /api/v1/imports":                         token.Read,
	"GET /api/v1/watched":                         token.Read,
	"GET /api/v1/imports/{id}":                    token.Read,
	"GET /api/v1/imports/{id}/notes":              token.Read,
	"GET /api/v1/imports/{id}/notes.csv":          token.Read,
	"GET /api/v1/reading":                         token.Read,
	"GET /api/v1/events":                          token.Read,
	"GET /api/tweet/{id}":                         token.Read,

	"POST /api/v1/vector-search":        token.Ask,
	"POST /api/v1/ask":                  token.Ask,
	"GET /api/v1/conversations":         token.Ask,
	"GET /api/v1/conversations/{id}":    token.Ask,
	"DELETE /api/v1/conversations/{id}": token.Ask,

	"POST /api/v1/content":              token.Save,
	"POST /api/upload/pdfUploader":      token.Save,
	"POST /api/v1/bookmarks/singlefile": token.Save,
	"POST /api/bookmarks/singlefile/":   token.Save,
	"POST /api/v1/import":               token.Save,
	"POST /api/v1/imports/{id}/start":   token.Save,
	"POST /api/v1/imports/{id}/cancel":  token.Save,
	"POST /api/v1/imports/{id}/retry":   token.Save,

	"PATCH /api/v1/content/{id}":                 token.Edit,
	"DELETE /api/v1/content":                     token.Edit,
	"POST /api/v1/content/bulk":                  token.Edit,
	"POST /api/v1/content/{id}/refresh":          token.Edit,
	"POST /api/v1/content/{id}/opened":           token.Edit,
	"PUT /api/v1/content/{id}/progress":          token.Edit,
	"POST /api/v1/content/{id}/files":            token.Edit,
	"DELETE /api/v1/content/{id}/files/{fileId}": token.Edit,
	"POST /api/v1/content/{id}/highlights":       token.Edit,
	"PATCH /api/v1/highlights/{id}":              token.Edit,
	"DELETE /api/v1/highlights/{id}":             token.Edit,
	"PUT /api/v1/highlights/review":              token.Edit,
	"POST /api/v1/highlights/{id}/review":        token.Edit,
	"PATCH /api/v1/tags/{name}":                  token.Edit,
	"DELETE /api/v1/tags/{name}":                 token.Edit,
	"POST /api/v1/filters":                       token.Edit,
	"PATCH /api/v1/filters/{id}":                 token.Edit,
	"DELETE /api/v1/filters/{id}":                token.Edit,
	"POST /api/v1/trash/{id}/restore":            token.Edit,
	"POST /api/v1/feeds":                         token.Edit,
	"PATCH /api/v1/feeds/{id}":                   token.Edit,
	"DELETE /api/v1/feeds/{id}":                  token.Edit,
	"POST /api/v1/feeds/{id}/check":              token.Edit,
	"PUT /api/v1/feeds/answers":                  token.Edit,
	"POST /api/v1/imports/{id}/undo":             token.Edit,
	"DELETE /api/v1/imports/{id}":                token.Edit,

	"GET /api/v1/export":          token.Export,
	"POST /api/v1/content/export": token.Export,

	"GET /api/v1/getuser":                     closed,
	"POST /api/v1/signout":                    closed,
	"POST /api/v1/resetpassword":              closed,
	"PUT /api/v1/email":                       closed,
	"PUT /api/v1/ai-providers":                closed,
	"GET /api/v1/keep-conversations":          closed,
	"PUT /api/v1/keep-conversations":          closed,
	"DELETE /api/v1/conversations":            closed,
	"GET /api/v1/sessions":                    closed,
	"DELETE /api/v1/sessions":                 closed,
	"DELETE /api/v1/sessions/{id}":            closed,
	"GET /api/v1/tokens":                      closed,
	"POST /api/v1/tokens":                     closed,
	"DELETE /api/v1/tokens/{id}":              closed,
	"GET /api/v1/apps":                        closed,
	"DELETE /api/v1/apps/{id}":                closed,
	"POST /api/v1/apps/request":               closed,
	"POST /api/v1/apps/consent":               closed,
	"GET /api/v1/email-address":               closed,
	"POST /api/v1/email-address":              closed,
	"DELETE /api/v1/email-address":            closed,
	"GET /api/v1/webhooks":                    closed,
	"POST /api/v1/webhooks":                   closed,
	"PATCH /api/v1/webhooks/{id}":             closed,
	"DELETE /api/v1/webhooks/{id}":            closed,
	"POST /api/v1/webhooks/{id}/secret":       closed,
	"POST /api/v1/webhooks/{id}/test":         closed,
	"GET /api/v1/webhooks/{id}/deliveries":    closed,
	"GET /api/v1/private-feeds":               closed,
	"POST /api/v1/private-feeds":              closed,
	"DELETE /api/v1/private-feeds/{id}":       closed,
	"GET /api/v1/audit":                       closed,
	"GET /api/v1/audit.csv":                   closed,
	"GET /api/v1/usage/ai":                    closed,
	"GET /api/v1/usage/ai.csv":                closed,
	"GET /api/v1/usage/days.csv":              closed,
	"DELETE /api/v1/account":                  closed,
	"POST /api/v1/export/link":                closed,
	"DELETE /api/v1/trash":                    closed,
	"DELETE /api/v1/trash/{id}":               closed,
	"POST /api/v1/create-subscription":        closed,
	"POST /api/v1/save-payment":               closed,
	"GET /api/v1/subscription/{id}":           closed,
	"GET /api/v1/cancel-subscription":         closed,
	"POST /api/v1/cancel-subscription":        closed,
	"GET /api/v1/admin/overview":              closed,
	"POST /api/v1/admin/jobs/{id}/retry":      closed,
	"GET /api/v1/admin/backups":               closed,
	"POST /api/v1/admin/backups":              closed,
	"GET /api/v1/admin/people":                closed,
	"PUT /api/v1/admin/people/{id}/role":      closed,
	"PUT /api/v1/admin/people/{id}/disabled":  closed,
	"POST /api/v1/admin/people/{id}/password": closed,
	"GET /api/v1/admin/invitations":           closed,
	"POST /api/v1/admin/invitations":          closed,
	"DELETE /api/v1/admin/invitations/{id}":   closed,
}

// ScopeOf returns the scope that a call such as "POST /api/v1/content" needs of an API token, empty if it is closed to them,
// and whether the call is listed.
func ScopeOf(call string) (scope token.Scope, listed bool) {
	scope, listed = scopes[call]
	return scope, listed
}

// Listed returns the calls whose scope is listed.
func Listed() []string {
	var calls []string
	for call := range scopes {
		calls = append(calls, call)
	}
	slices.Sort(calls)
	return calls
}

const (
	sessionScheme = "token"
	tokenScheme   = "bearer"
)

var securitySchemes = map[string]*huma.SecurityScheme{
	sessionScheme: {Type: "apiKey", In: "header", Name: "authorization", Description: "The token of signin or signup, raw or after \"Bearer \"."},
	tokenScheme: {Type: "http", Scheme: "bearer", Description: "An API token, made under Profile, Security, or by POST tokens. Each call that takes one names the scope that it needs: " +
		"read, ask, save, edit or export. Calls that don't name it take none."},
}

// guard has a call ask for a session or, where it is open to them, an API token.
func (r *Router) guard(op *huma.Operation) {
	op.Security = []map[string][]string{{sessionScheme: {}}}
	if scope := scopes[op.Method+" "+op.Path]; scope != closed {
		op.Security = append(op.Security, map[string][]string{tokenScheme: {string(scope)}})
		for _, status := range []int{http.StatusForbidden, http.StatusTooManyRequests} {
			r.mayFail(op, status)
		}
	}
	op.Middlewares = append(op.Middlewares, r.authenticate)
	if once[op.Method+" "+op.Path] {
		op.Parameters = append(op.Parameters, onceParameter)
		op.Middlewares = append(op.Middlewares, r.answerOnce)
		r.mayFail(op, http.StatusUnprocessableEntity)
	}
}
