package httpapi

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/httpapi/route"
)

// operations returns the description of every call, by its method and path.
func operations(doc *huma.OpenAPI) map[string]*huma.Operation {
	all := map[string]*huma.Operation{}
	for path, item := range doc.Paths {
		for method, op := range map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "PATCH": item.Patch, "DELETE": item.Delete} {
			if op != nil {
				all[method+" "+path] = op
			}
		}
	}
	return all
}

func TestScopesOfCalls(t *testing.T) {
	_, doc := New(Parts{}, http.NotFoundHandler())
	all := operations(doc)
	t.Run("what each call of a signed-in user needs of an API token is listed in route/access.go, and the contract says it", func(t *testing.T) {
		for call, op := range all {
			scope, listed := route.ScopeOf(call)
			switch {
			case len(op.Security) == 0:
				if listed {
					t.Errorf("%s is for anyone, and has a scope", call)
				}
			case !listed:
				t.Errorf("list %s in route/access.go: with the scope that it needs, or as closed to API tokens", call)
			case scope == "":
				if len(op.Security) != 1 || op.Security[0]["bearer"] != nil {
					t.Errorf("%s is closed to API tokens, and its description says %v", call, op.Security)
				}
			case len(op.Security) != 2 || !slices.Equal(op.Security[1]["bearer"], []string{string(scope)}) || op.Responses["403"] == nil || op.Responses["429"] == nil:
				t.Errorf("%s needs %s, and its description says %v", call, scope, op.Security)
			}
		}
	})
	t.Run("every call in the list exists", func(t *testing.T) {
		for _, call := range route.Listed() {
			if all[call] == nil {
				t.Errorf("there is no call %s", call)
			}
		}
	})
	t.Run("the account, its secrets, payments, other people and what can't be undone are closed", func(t *testing.T) {
		for _, call := range route.Listed() {
			scope, _ := route.ScopeOf(call)
			for _, never := range []string{"/tokens", "/private-feeds", "/sessions", "/admin/", "password", "/account", "/email", "/getuser ", "subscription", "payment", "/audit", "/ai-providers", "DELETE /api/v1/trash"} {
				if strings.Contains(call+" ", never) && scope != "" {
					t.Errorf("%s is open to API tokens with the scope %s", call, scope)
				}
			}
		}
	})
}
