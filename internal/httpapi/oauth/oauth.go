// Package oauth serves OAuth 2.1: the metadata of the resource and of the authorization server, the endpoints for
// clients, and the calls with which a signed-in user consents to a program and disconnects it.
package oauth

import (
	"log/slog"
	"net/http"
	"strings"

	"engram/internal/account"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/oauth"
)

const (
	resourceMetadata = "/.well-known/oauth-protected-resource"
	serverMetadata   = "/.well-known/oauth-authorization-server"
	authorizePath    = "/oauth/authorize"
	tokenPath        = "/oauth/token"
	revokePath       = "/oauth/revoke"
	registerPath     = "/oauth/register"
)

// Parts are the dependencies of the endpoints.
type Parts struct {
	OAuth *oauth.Service
	Rate  *account.Throttle // of requests of clients, for each address
	Web   http.Handler      // the app, which has the page of consent
	Log   *slog.Logger
}

// Register adds the endpoints and calls.
func Register(r *route.Router, mux *http.ServeMux, p Parts) {
	mux.HandleFunc("GET "+resourceMetadata, p.resource)
	mux.HandleFunc("GET "+resourceMetadata+"/mcp", p.resource)
	mux.HandleFunc("GET "+serverMetadata, p.server)
	// Clients look for metadata at these as well, and must not get the app's page.
	for _, path := range []string{resourceMetadata + "/", serverMetadata + "/", "/.well-known/openid-configuration", "/oauth/"} {
		mux.HandleFunc(path, route.NotFound)
	}
	mux.Handle("GET "+authorizePath, p.Web)
	mux.HandleFunc("POST "+tokenPath, p.token)
	mux.HandleFunc("POST "+revokePath, p.revoke)
	mux.HandleFunc("POST "+registerPath, p.register)

	route.SignedIn(r, "POST /api/v1/apps/request", route.SmallBody, "What a program that wants to be connected asks for", p.describe, 400, 403)
	route.SignedIn(r, "POST /api/v1/apps/consent", route.SmallBody, "Connect a program, or refuse it", p.decide, 400, 403, 429)
	route.SignedIn(r, "GET /api/v1/apps", 0, "The programs that the caller has connected, newest first", p.list)
	route.SignedIn(r, "DELETE /api/v1/apps/{id}", route.SmallBody, "Disconnect a program at once", p.end, 404)
}

// Metadata returns the address of the metadata of the resource at an origin.
func Metadata(origin string) string { return origin + resourceMetadata + "/mcp" }

type wireResource struct {
	Resource string   `json:"resource"`
	Servers  []string `json:"authorization_servers"`
	Scopes   []string `json:"scopes_supported"`
	Methods  []string `json:"bearer_methods_supported"`
	Name     string   `json:"resource_name"`
}

// resource answers the metadata of RFC 9728, whose resource is what its address was made of.
func (p Parts) resource(w http.ResponseWriter, r *http.Request) {
	origin := route.Origin(r)
	named := origin
	if strings.HasSuffix(r.URL.Path, "/mcp") {
		named = oauth.Resource(origin)
	}
	public(w)
	wire.WriteJSON(w, http.StatusOK, wireResource{
		Resource: named, Servers: []string{origin}, Scopes: oauth.Usual.Strings(), Methods: []string{"header"}, Name: "Engram",
	})
}

type wireServer struct {
	Issuer          string   `json:"issuer"`
	Authorization   string   `json:"authorization_endpoint"`
	Token           string   `json:"token_endpoint"`
	Revocation      string   `json:"revocation_endpoint"`
	Registration    string   `json:"registration_endpoint,omitempty"`
	Scopes          []string `json:"scopes_supported"`
	ResponseTypes   []string `json:"response_types_supported"`
	ResponseModes   []string `json:"response_modes_supported"`
	GrantTypes      []string `json:"grant_types_supported"`
	TokenAuth       []string `json:"token_endpoint_auth_methods_supported"`
	RevocationAuth  []string `json:"revocation_endpoint_auth_methods_supported"`
	Challenges      []string `json:"code_challenge_methods_supported"`
	NamesIssuer     bool     `json:"authorization_response_iss_parameter_supported"`
	ReadsDocuments  bool     `json:"client_id_metadata_document_supported"`
	ProtectsHere    []string `json:"protected_resources"`
	RequestByObject bool     `json:"request_parameter_supported"`
}

// server answers the metadata of RFC 8414.
func (p Parts) server(w http.ResponseWriter, r *http.Request) {
	origin := route.Origin(r)
	out := wireServer{
		Issuer: origin, Authorization: origin + authorizePath, Token: origin + tokenPath, Revocation: origin + revokePath,
		Scopes: oauth.Usual.Strings(), ResponseTypes: []string{"code"}, ResponseModes: []string{"query"},
		GrantTypes: []string{"authorization_code", "refresh_token"}, TokenAuth: []string{"none"}, RevocationAuth: []string{"none"},
		Challenges: []string{"S256"}, NamesIssuer: true, ReadsDocuments: true, ProtectsHere: []string{oauth.Resource(origin)},
	}
	if p.OAuth.Register {
		out.Registration = origin + registerPath
	}
	public(w)
	wire.WriteJSON(w, http.StatusOK, out)
}

// public has any page read what is not secret.
func public(w http.ResponseWriter) {
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
}
