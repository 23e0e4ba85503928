package oauth_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"engram/internal/config"
	"engram/internal/store/storetest"
)

// TestConformance holds the server to the MUSTs of the standards, each row named by its clause, on both engines.
func TestConformance(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) { conform(t, start(t)) })
	t.Run("Postgres", func(t *testing.T) {
		address := storetest.PostgresMigrated(t)
		conform(t, start(t, func(c *config.Config) { c.DatabaseURL = address }))
	})
}

// bench is a server with two people.
type bench struct {
	*engram
	ada, eve string // sessions
	client   string
}

func conform(t *testing.T, e *engram) {
	b := &bench{engram: e, ada: e.user("ada"), eve: e.user("eve"), client: newClient(back, "http://127.0.0.1/back", "http://localhost/back?a=1", "com.example.app:/back")}
	for _, suite := range [][]row{metadataRows, requestRows, redirectRows, clientRows, consentRows, codeRows, pkceRows, refreshRows, resourceRows, bearerRows, revocationRows} {
		for _, r := range suite {
			t.Run(r.clause+" "+r.title, func(t *testing.T) {
				inner := *b
				inner.engram = &engram{t, e.url}
				r.check(t, &inner)
			})
		}
	}
}

type row struct {
	clause, title string
	check         func(t *testing.T, b *bench)
}

// problem returns a check that a request is answered at its redirect URI with an error.
func problem(want string, change func(url.Values)) func(*testing.T, *bench) {
	return func(t *testing.T, b *bench) {
		request := b.request(b.client, newVerifier())
		change(request)
		status, shown := b.describe(b.ada, request.Encode())
		if status != http.StatusOK || shown["ticket"] != nil || shown["problem"] == nil {
			t.Fatalf("shown: %d %v", status, shown)
		}
		to, err := url.Parse(shown["back"].(string))
		if err != nil || !strings.HasPrefix(to.String(), back+"?") || to.Query().Get("error") != want || to.Query().Get("iss") != b.url || to.Query().Has("code") {
			t.Errorf("it leads to %s, %v", to, err)
		}
	}
}

// refusal returns a check that a request leads nowhere, and says why.
func refusal(words string, change func(*bench, url.Values)) func(*testing.T, *bench) {
	return func(t *testing.T, b *bench) {
		request := b.request(b.client, newVerifier())
		change(b, request)
		status, shown := b.describe(b.ada, request.Encode())
		if status != http.StatusBadRequest || shown["back"] != nil || !strings.Contains(fmt.Sprint(shown["message"]), words) {
			t.Errorf("shown: %d %v", status, shown)
		}
	}
}

// fails returns a check that an exchange of a good code, changed, is refused, and that the code still works unchanged.
func fails(want string, change func(*bench, url.Values)) func(*testing.T, *bench) {
	return func(t *testing.T, b *bench) {
		v := newVerifier()
		code := b.allow(b.ada, b.request(b.client, v)).Query().Get("code")
		values := b.exchange(b.client, code, v)
		change(b, values)
		status, header, got := b.form("/oauth/token", values)
		if status != http.StatusBadRequest || got["error"] != want || got["error_description"] == "" || got["access_token"] != nil || header.Get("Cache-Control") != "no-store" {
			t.Errorf("answered %d %v", status, got)
		}
		if status, _, got := b.form("/oauth/token", b.exchange(b.client, code, v)); status != http.StatusOK {
			t.Errorf("unchanged: %d %v", status, got)
		}
	}
}

var metadataRows = []row{
	{"RFC 8414 3.3", "the issuer is the address that the metadata was found by", func(t *testing.T, b *bench) {
		status, header, got := b.get("/.well-known/oauth-authorization-server")
		if status != http.StatusOK || got["issuer"] != b.url || !strings.HasPrefix(header.Get("Content-Type"), "application/json") {
			t.Errorf("%d %v", status, got)
		}
	}},
	{"RFC 8414 2", "the metadata names the endpoints and what they take", func(t *testing.T, b *bench) {
		_, _, got := b.get("/.well-known/oauth-authorization-server")
		for name, want := range map[string]string{
			"authorization_endpoint": b.url + "/oauth/authorize", "token_endpoint": b.url + "/oauth/token", "revocation_endpoint": b.url + "/oauth/revoke",
			"response_types_supported": "[code]", "grant_types_supported": "[authorization_code refresh_token]", "token_endpoint_auth_methods_supported": "[none]",
			"scopes_supported": "[read ask save edit]", "registration_endpoint": "<nil>",
		} {
			if fmt.Sprint(got[name]) != want {
				t.Errorf("%s is %v", name, got[name])
			}
		}
	}},
	{"RFC 7636 5", "the metadata names S256 alone", func(t *testing.T, b *bench) {
		_, _, got := b.get("/.well-known/oauth-authorization-server")
		if fmt.Sprint(got["code_challenge_methods_supported"]) != "[S256]" {
			t.Errorf("%v", got)
		}
	}},
	{"RFC 9207 3", "the metadata says that answers name the issuer", func(t *testing.T, b *bench) {
		_, _, got := b.get("/.well-known/oauth-authorization-server")
		if got["authorization_response_iss_parameter_supported"] != true || got["client_id_metadata_document_supported"] != true {
			t.Errorf("%v", got)
		}
	}},
	{"RFC 9728 3.3", "the resource is what its metadata's address was made of", func(t *testing.T, b *bench) {
		for path, want := range map[string]string{"": b.url, "/mcp": b.url + "/mcp"} {
			status, _, got := b.get("/.well-known/oauth-protected-resource" + path)
			if status != http.StatusOK || got["resource"] != want || fmt.Sprint(got["authorization_servers"]) != "["+b.url+"]" || fmt.Sprint(got["bearer_methods_supported"]) != "[header]" {
				t.Errorf("%s: %d %v", path, status, got)
			}
		}
	}},
	{"RFC 8414 3", "no page of the app stands where other metadata may be looked for", func(t *testing.T, b *bench) {
		for _, path := range []string{"/.well-known/openid-configuration", "/.well-known/oauth-authorization-server/mcp", "/.well-known/oauth-protected-resource/other", "/oauth/introspect"} {
			if status, header, _ := b.get(path); status != http.StatusNotFound || !strings.HasPrefix(header.Get("Content-Type"), "application/json") {
				t.Errorf("%s: %d %s", path, status, header.Get("Content-Type"))
			}
		}
	}},
}

var requestRows = []row{
	{"RFC 6749 3.1", "a parameter is given once", problem("invalid_request", func(q url.Values) { q.Add("scope", "ask") })},
	{"RFC 6749 3.1.1", "response_type is required", problem("invalid_request", func(q url.Values) { q.Del("response_type") })},
	{"OAuth 2.1 10.1", "there is no implicit grant", problem("unsupported_response_type", func(q url.Values) { q.Set("response_type", "token") })},
	{"RFC 6749 4.1.2.1", "no scope that is known", problem("invalid_scope", func(q url.Values) { q.Set("scope", "admin export") })},
	{"RFC 9101 6", "request objects are refused", problem("invalid_request", func(q url.Values) { q.Set("request_uri", "https://evil.example/r") })},
	{"RFC 7636 4.4.1", "a challenge is required", problem("invalid_request", func(q url.Values) { q.Del("code_challenge") })},
	{"RFC 7636 4.4.1", "the method plain is refused", problem("invalid_request", func(q url.Values) { q.Set("code_challenge_method", "plain") })},
	{"RFC 7636 4.3", "no method would be plain, which is refused", problem("invalid_request", func(q url.Values) { q.Del("code_challenge_method") })},
	{"RFC 7636 4.2", "a challenge of another form is refused", problem("invalid_request", func(q url.Values) { q.Set("code_challenge", "short") })},
	{"RFC 8707 2", "another resource is refused", problem("invalid_target", func(q url.Values) { q.Set("resource", "https://other.example/mcp") })},
	{"RFC 8707 2", "another resource beside ours is refused", problem("invalid_target", func(q url.Values) { q.Add("resource", "https://other.example/mcp") })},
	{"RFC 6749 4.1.2", "the state comes back as it was", func(t *testing.T, b *bench) {
		if got := b.allow(b.ada, b.request(b.client, newVerifier())).Query(); got.Get("state") != "x y&z" || got.Get("code") == "" {
			t.Errorf("%v", got)
		}
	}},
	{"RFC 9207 2", "the answer names the issuer, against mix-up", func(t *testing.T, b *bench) {
		if got := b.allow(b.ada, b.request(b.client, newVerifier())).Query(); got.Get("iss") != b.url {
			t.Errorf("%v", got)
		}
	}},
	{"RFC 6749 3.3", "without a scope it is reading and asking", func(t *testing.T, b *bench) {
		request := b.request(b.client, newVerifier())
		request.Del("scope")
		if _, shown := b.describe(b.ada, request.Encode()); fmt.Sprint(shown["scopes"]) != "[read ask]" {
			t.Errorf("%v", shown)
		}
	}},
	{"RFC 6749 3.3", "what is granted is said, and scopes that are not known are left out", func(t *testing.T, b *bench) {
		v := newVerifier()
		request := b.request(b.client, v)
		request.Set("scope", "offline_access read export")
		code := b.allow(b.ada, request).Query().Get("code")
		if _, _, got := b.form("/oauth/token", b.exchange(b.client, code, v)); got["scope"] != "read" {
			t.Errorf("%v", got)
		}
	}},
}

// almost are addresses that are almost right.
var almost = []string{
	back + "/", back + "?x=1", back + "%2F..", back + "/../evil", strings.ToUpper(back), "http://client.example/back", "https://client.example:444/back", "https://client.example.evil.example/back",
	"https://client.example@evil.example/back", "https://evil.example/back", "https://client.example/bac", "//client.example/back", "https://client.example/back#x", " " + back, back + "\n",
	"http://127.0.0.1:80/other", "http://127.0.0.1.evil.example/back", "http://127.0.0.2/back", "http://[::1]/back", "https://127.0.0.1/back", "http://localhost/back", "http://localhost:9/back?a=2",
	"javascript:alert(1)", "data:text/html,x", "com.example.app:/other", "com.example.app://back",
}

var redirectRows = []row{
	{"RFC 6749 3.1.2.4", "what is almost the address of the client is not", func(t *testing.T, b *bench) {
		for _, address := range almost {
			request := b.request(b.client, newVerifier())
			request.Set("redirect_uri", address)
			if status, shown := b.describe(b.ada, request.Encode()); status != http.StatusBadRequest || shown["back"] != nil {
				t.Errorf("%q: %d %v", address, status, shown)
			}
		}
	}},
	{"RFC 6749 3.1", "a redirect URI that is given twice leads nowhere", refusal("twice", func(_ *bench, q url.Values) { q.Add("redirect_uri", "https://evil.example/") })},
	{"RFC 6749 3.1.2.3", "of several redirect URIs one has to be named", refusal("where to lead back", func(_ *bench, q url.Values) { q.Del("redirect_uri") })},
	{"RFC 8252 7.3", "on the person's machine any port will do", func(t *testing.T, b *bench) {
		for _, address := range []string{"http://127.0.0.1/back", "http://127.0.0.1:1/back", "http://127.0.0.1:65535/back", "http://localhost:1234/back?a=1", "com.example.app:/back"} {
			request := b.request(b.client, newVerifier())
			request.Set("redirect_uri", address)
			status, shown := b.describe(b.ada, request.Encode())
			if status != http.StatusOK || shown["local"] != true {
				t.Errorf("%s: %d %v", address, status, shown)
			}
			if to := b.allow(b.ada, request).String(); !strings.HasPrefix(to, address) {
				t.Errorf("%s leads to %s", address, to)
			}
		}
	}},
}

// forged are documents that are no client's. %s is their address.
var forged = map[string]string{
	"of another program":          `{"client_id":"https://claude.example/client.json","client_name":"Claude","redirect_uris":["` + back + `"]}`,
	"of no program":               `{"client_name":"X","redirect_uris":["` + back + `"]}`,
	"without a redirect URI":      `{"client_id":"%s","client_name":"X","redirect_uris":[]}`,
	"with a secret":               `{"client_id":"%s","client_secret":"x","redirect_uris":["` + back + `"]}`,
	"that wants to sign":          `{"client_id":"%s","token_endpoint_auth_method":"private_key_jwt","redirect_uris":["` + back + `"]}`,
	"that runs a script":          `{"client_id":"%s","redirect_uris":["` + back + `","javascript:alert(1)//x.y"]}`,
	"that leads into the clear":   `{"client_id":"%s","redirect_uris":["` + back + `","http://client.example/back"]}`,
	"with a fragment":             `{"client_id":"%s","redirect_uris":["` + back + `#"]}`,
	"that is a page":              `<html>`,
	"that is larger than allowed": `{"client_id":"%s","redirect_uris":["` + back + `"],"x":"` + strings.Repeat("x", 40<<10) + `"}`,
}

var clientRows = []row{
	{"CIMD 4.1", "a forged document makes no client", func(t *testing.T, b *bench) {
		for title, body := range forged {
			request := b.request(serveDocument(body), newVerifier())
			if status, shown := b.describe(b.ada, request.Encode()); status != http.StatusBadRequest || shown["back"] != nil || shown["name"] != nil {
				t.Errorf("%s: %d %v", title, status, shown)
			}
		}
	}},
	{"CIMD 4", "a document that leads on is not followed", func(t *testing.T, b *bench) {
		request := b.request(serveDocument(b.client), newVerifier())
		if status, shown := b.describe(b.ada, request.Encode()); status != http.StatusBadRequest || !strings.Contains(fmt.Sprint(shown["message"]), "leads on") {
			t.Errorf("%d %v", status, shown)
		}
	}},
	{"CIMD 3", "an id is an address of https with a path", func(t *testing.T, b *bench) {
		host := strings.TrimPrefix(documents.URL, "https://")
		for _, id := range []string{
			"", "x", "http://" + host + "/client.json", "https://" + host, "https://" + host + "/", "https://ada@" + host + "/client.json", b.client + "#x", "https://" + host + "/a/../client.json",
			"https://" + host + "/./client.json", "file:///etc/passwd", "https:///client.json", strings.ToUpper(b.client), "engram_client_x.y",
		} {
			if status, shown := b.describe(b.ada, b.request(id, newVerifier()).Encode()); status != http.StatusBadRequest || shown["back"] != nil {
				t.Errorf("%q: %d %v", id, status, shown)
			}
		}
	}},
	{"CIMD 6.5", "the guard keeps clients from reaching into the network", func(t *testing.T, b *bench) {
		for _, id := range []string{"https://10.0.0.1/client.json", "https://169.254.169.254/latest", "https://[::ffff:192.168.0.1]/client.json", "https://127.0.0.1:1/client.json"} {
			if status, shown := b.describe(b.ada, b.request(id, newVerifier()).Encode()); status != http.StatusBadRequest || strings.Contains(fmt.Sprint(shown), "refused") {
				t.Errorf("%q: %d %v", id, status, shown)
			}
		}
	}},
	{"MCP 2025-11-25", "registration is off unless it is switched on", func(t *testing.T, b *bench) {
		if status, got := b.call("POST", "/oauth/register", "", map[string]any{"redirect_uris": []string{back}}); status != http.StatusForbidden || got["error"] != "access_denied" {
			t.Errorf("%d %v", status, got)
		}
	}},
	{"RFC 6749 2.3", "a client without a secret proves none", fails("invalid_client", func(_ *bench, q url.Values) { q.Set("client_secret", "x") })},
}

var consentRows = []row{
	{"RFC 6749 10.13", "the page of consent is in no frame", func(t *testing.T, b *bench) {
		_, header, _ := b.get("/oauth/authorize?" + b.request(b.client, newVerifier()).Encode())
		if policy := strings.Join(header.Values("Content-Security-Policy"), ","); !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("the policy is %q", policy)
		}
	}},
	{"RFC 6749 10.12", "consent needs the session, and the ticket of what it was shown", func(t *testing.T, b *bench) {
		request := b.request(b.client, newVerifier())
		other := b.request(b.client, newVerifier())
		_, shown := b.describe(b.ada, request.Encode())
		_, others := b.describe(b.eve, request.Encode())
		for title, sent := range map[string]struct {
			session string
			query   url.Values
			ticket  any
			status  int
		}{
			"no session":         {"", request, shown["ticket"], http.StatusUnauthorized},
			"no ticket":          {b.ada, request, "", http.StatusBadRequest},
			"another's ticket":   {b.ada, request, others["ticket"], http.StatusBadRequest},
			"of another request": {b.ada, other, shown["ticket"], http.StatusBadRequest},
			"changed":            {b.ada, request, shown["ticket"].(string) + "x", http.StatusBadRequest},
			"made to last":       {b.ada, request, "9" + shown["ticket"].(string), http.StatusBadRequest},
		} {
			status, got := b.call("POST", "/api/v1/apps/consent", sent.session, map[string]any{"query": sent.query.Encode(), "ticket": sent.ticket, "allow": true, "scopes": []string{"read"}})
			if status != sent.status || got["redirect"] != nil {
				t.Errorf("%s: %d %v", title, status, got)
			}
		}
	}},
	{"RFC 6749 4.1.2.1", "no is an answer", func(t *testing.T, b *bench) {
		query := b.request(b.client, newVerifier()).Encode()
		_, shown := b.describe(b.ada, query)
		_, got := b.call("POST", "/api/v1/apps/consent", b.ada, map[string]any{"query": query, "ticket": shown["ticket"]})
		to, err := url.Parse(fmt.Sprint(got["redirect"]))
		if err != nil || to.Query().Get("error") != "access_denied" || to.Query().Get("state") != "x y&z" || to.Query().Get("iss") != b.url || to.Query().Has("code") {
			t.Errorf("%v", got)
		}
	}},
	{"RFC 6749 3.3", "a person gives less than is asked for, and never more", func(t *testing.T, b *bench) {
		v := newVerifier()
		query := b.request(b.client, v).Encode()
		_, shown := b.describe(b.ada, query)
		_, got := b.call("POST", "/api/v1/apps/consent", b.ada, map[string]any{"query": query, "ticket": shown["ticket"], "allow": true, "scopes": []string{"read", "edit", "export"}})
		to, _ := url.Parse(fmt.Sprint(got["redirect"]))
		_, _, issued := b.form("/oauth/token", b.exchange(b.client, to.Query().Get("code"), v))
		if issued["scope"] != "read" {
			t.Errorf("%v", issued)
		}
		if status, _ := b.call("POST", "/api/v1/apps/consent", b.ada, map[string]any{"query": query, "ticket": shown["ticket"], "allow": true, "scopes": []string{"export"}}); status != http.StatusBadRequest {
			t.Errorf("nothing: %d", status)
		}
	}},
	{"RFC 6749 10.2", "what is shown names the client, its host and where it leads", func(t *testing.T, b *bench) {
		_, shown := b.describe(b.ada, b.request(b.client, newVerifier()).Encode())
		if shown["name"] != "Assistant" || shown["host"] != strings.TrimPrefix(documents.URL, "https://") || shown["redirect"] != "client.example" || shown["local"] != false || fmt.Sprint(shown["scopes"]) != "[read save]" {
			t.Errorf("%v", shown)
		}
	}},
	{"RFC 6750 2", "a program's token consents to nothing", func(t *testing.T, b *bench) {
		c := b.connect(b.ada)
		_, made := b.call("POST", "/api/v1/tokens", b.ada, map[string]any{"name": "x", "scopes": []string{"read", "ask", "save", "edit", "export"}})
		for _, credential := range []string{c.access, made["token"].(string)} {
			for _, call := range [][2]string{{"POST", "/api/v1/apps/request"}, {"POST", "/api/v1/apps/consent"}, {"GET", "/api/v1/apps"}} {
				if status, got := b.call(call[0], call[1], "Bearer "+credential, map[string]string{"query": b.request(b.client, newVerifier()).Encode()}); status != http.StatusUnauthorized && status != http.StatusForbidden {
					t.Errorf("%v: %d %v", call, status, got)
				}
			}
		}
	}},
}

var codeRows = []row{
	{"RFC 6749 4.1.2", "a code is used once; when it is used again, what it gave ends", func(t *testing.T, b *bench) {
		v := newVerifier()
		code := b.allow(b.ada, b.request(b.client, v)).Query().Get("code")
		_, _, first := b.form("/oauth/token", b.exchange(b.client, code, v))
		if !b.works(fmt.Sprint(first["access_token"])) {
			t.Fatalf("%v", first)
		}
		if status, _, again := b.form("/oauth/token", b.exchange(b.client, code, v)); status != http.StatusBadRequest || again["error"] != "invalid_grant" {
			t.Errorf("again: %d %v", status, again)
		}
		status, renewed := b.renew(connection{b.client, "", fmt.Sprint(first["refresh_token"])})
		if status != http.StatusBadRequest || b.works(fmt.Sprint(first["access_token"])) {
			t.Errorf("afterwards: %d %v", status, renewed)
		}
	}},
	{"RFC 6749 4.1.3", "a code belongs to its client", fails("invalid_grant", func(_ *bench, q url.Values) { q.Set("client_id", newClient(back)) })},
	{"RFC 6749 4.1.3", "a code belongs to its redirect URI", fails("invalid_grant", func(_ *bench, q url.Values) { q.Set("redirect_uri", back+"/") })},
	{"RFC 6749 4.1.3", "a redirect URI that was named is named again", fails("invalid_grant", func(_ *bench, q url.Values) { q.Del("redirect_uri") })},
	{"RFC 6749 4.1.3", "a client says who it is", fails("invalid_client", func(_ *bench, q url.Values) { q.Del("client_id") })},
	{"RFC 6749 5.2", "an unknown code is refused", fails("invalid_grant", func(_ *bench, q url.Values) { q.Set("code", "x") })},
	{"RFC 6749 5.2", "a code that was changed is refused", fails("invalid_grant", func(_ *bench, q url.Values) { q.Set("code", q.Get("code")[:80]+"xx") })},
	{"RFC 6749 5.2", "no code is no request", fails("invalid_request", func(_ *bench, q url.Values) { q.Del("code") })},
	{"RFC 6749 3.2", "a parameter is given once", fails("invalid_request", func(_ *bench, q url.Values) { q.Add("code", "y") })},
	{"RFC 6749 5.2", "an unknown grant is refused", fails("unsupported_grant_type", func(_ *bench, q url.Values) { q.Set("grant_type", "client_credentials") })},
	{"OAuth 2.1 10", "there is no grant for passwords", fails("unsupported_grant_type", func(_ *bench, q url.Values) {
		q.Set("grant_type", "password")
		q.Set("username", "ada")
		q.Set("password", password)
	})},
	{"RFC 6749 5.2", "a grant is named", fails("invalid_request", func(_ *bench, q url.Values) { q.Del("grant_type") })},
	{"RFC 6749 3.2", "tokens are got by POST alone, and by nothing in the address", func(t *testing.T, b *bench) {
		v := newVerifier()
		values := b.exchange(b.client, b.allow(b.ada, b.request(b.client, v)).Query().Get("code"), v)
		if status, _, got := b.get("/oauth/token?" + values.Encode()); status == http.StatusOK || got["access_token"] != nil {
			t.Errorf("by GET: %d %v", status, got)
		}
		if status, _, got := b.form("/oauth/token?"+values.Encode(), url.Values{}); status != http.StatusBadRequest || got["access_token"] != nil {
			t.Errorf("in the address: %d %v", status, got)
		}
		if status, got := b.call("POST", "/oauth/token", "", values); status != http.StatusBadRequest || got["error"] != "invalid_request" {
			t.Errorf("as JSON: %d %v", status, got)
		}
	}},
	{"RFC 6749 5.1", "tokens are kept out of caches, and say what they are", func(t *testing.T, b *bench) {
		v := newVerifier()
		code := b.allow(b.ada, b.request(b.client, v)).Query().Get("code")
		_, header, got := b.form("/oauth/token", b.exchange(b.client, code, v))
		if header.Get("Cache-Control") != "no-store" || header.Get("Pragma") != "no-cache" || got["token_type"] != "Bearer" || got["expires_in"] != 3600.0 || got["scope"] != "read save" {
			t.Errorf("%v %v", header, got)
		}
	}},
}

var pkceRows = []row{
	{"RFC 7636 4.6", "another verifier is refused", fails("invalid_grant", func(_ *bench, q url.Values) { q.Set("code_verifier", string(newVerifier())) })},
	{"RFC 7636 4.6", "PKCE is not downgraded by leaving it out", fails("invalid_grant", func(_ *bench, q url.Values) { q.Del("code_verifier") })},
	{"RFC 7636 4.6", "PKCE is not downgraded to plain", fails("invalid_grant", func(_ *bench, q url.Values) { q.Set("code_verifier", verifier(q.Get("code_verifier")).challenge()) })},
	{"RFC 7636 4.1", "a verifier of another form is refused", fails("invalid_grant", func(_ *bench, q url.Values) { q.Set("code_verifier", "short") })},
}

var refreshRows = []row{
	{"OAuth 2.1 4.3.1", "a refresh token is used once, and its successor works", func(t *testing.T, b *bench) {
		c := b.connect(b.ada)
		status, next := b.renew(c)
		if status != http.StatusOK || next["refresh_token"] == c.refresh || !b.works(fmt.Sprint(next["access_token"])) {
			t.Fatalf("%d %v", status, next)
		}
		if status, got := b.renew(connection{c.client, "", fmt.Sprint(next["refresh_token"])}); status != http.StatusOK {
			t.Errorf("%d %v", status, got)
		}
	}},
	{"OAuth 2.1 4.3.1", "one that is used twice ends all", func(t *testing.T, b *bench) {
		c := b.connect(b.ada)
		_, next := b.renew(c)
		status, got := b.renew(c)
		if status != http.StatusBadRequest || got["error"] != "invalid_grant" || b.works(c.access) || b.works(fmt.Sprint(next["access_token"])) {
			t.Errorf("%d %v", status, got)
		}
		if status, got := b.renew(connection{c.client, "", fmt.Sprint(next["refresh_token"])}); status != http.StatusBadRequest {
			t.Errorf("its successor: %d %v", status, got)
		}
	}},
	{"RFC 6749 6", "a refresh token belongs to its client", func(t *testing.T, b *bench) {
		c := b.connect(b.ada)
		if status, got := b.renew(c, "client_id", newClient(back)); status != http.StatusBadRequest || got["error"] != "invalid_grant" {
			t.Errorf("%d %v", status, got)
		}
		if status, _ := b.renew(c); status != http.StatusOK {
			t.Errorf("its own: %d", status)
		}
	}},
	{"RFC 6749 6", "the scopes of a refresh are within what was granted", func(t *testing.T, b *bench) {
		c := b.connect(b.ada)
		if status, got := b.renew(c, "scope", "read edit"); status != http.StatusBadRequest || got["error"] != "invalid_scope" {
			t.Errorf("more: %d %v", status, got)
		}
		if status, got := b.renew(c, "scope", "read"); status != http.StatusOK || got["scope"] != "read" {
			t.Errorf("less: %d %v", status, got)
		}
	}},
	{"RFC 6749 1.5", "a refresh token opens nothing", func(t *testing.T, b *bench) {
		c := b.connect(b.ada)
		if status, _ := b.call("GET", "/api/v1/content", "Bearer "+c.refresh, nil); status != http.StatusUnauthorized || b.works(c.refresh) {
			t.Errorf("%d", status)
		}
	}},
	{"OAuth 2.1 4.3.1", "all ends with the password", func(t *testing.T, b *bench) {
		session := b.user("bobpass")
		c := b.connect(session)
		if status, got := b.call("POST", "/api/v1/resetpassword", session, map[string]string{"oldPassword": password, "newPassword": "Another1!pass"}); status != http.StatusOK {
			t.Fatalf("%d %v", status, got)
		}
		if status, _ := b.renew(c); status != http.StatusBadRequest || b.works(c.access) {
			t.Errorf("%d", status)
		}
	}},
}

var resourceRows = []row{
	{"RFC 8707 2.2", "the resource of an exchange is that of the grant", fails("invalid_target", func(_ *bench, q url.Values) { q.Set("resource", "https://other.example/mcp") })},
	{"RFC 8707 2", "our address stands for all of it", func(t *testing.T, b *bench) {
		v := newVerifier()
		request := b.request(b.client, v)
		request.Set("resource", b.url+"/")
		values := b.exchange(b.client, b.allow(b.ada, request).Query().Get("code"), v)
		values.Del("resource")
		if _, _, got := b.form("/oauth/token", values); !b.works(fmt.Sprint(got["access_token"])) {
			t.Errorf("%v", got)
		}
	}},
	{"RFC 8707 3", "a token is good for its audience alone", func(t *testing.T, b *bench) {
		c := b.connect(b.ada)
		for _, path := range []string{"/api/v1/content", "/api/v1/getusername", "/api/v1/tokens", "/api/v1/export"} {
			if status, got := b.call("GET", path, "Bearer "+c.access, nil); status != http.StatusUnauthorized {
				t.Errorf("%s: %d %v", path, status, got)
			}
		}
	}},
}

var bearerRows = []row{
	{"RFC 9728 5.1", "the challenge names the metadata and the scopes", func(t *testing.T, b *bench) {
		status, header := b.uses("", "search", `{}`)
		challenge := header.Get("WWW-Authenticate")
		if status != http.StatusUnauthorized || !strings.Contains(challenge, `resource_metadata="`+b.url+`/.well-known/oauth-protected-resource/mcp"`) || !strings.Contains(challenge, `scope="read ask save edit"`) {
			t.Errorf("%d %s", status, challenge)
		}
	}},
	{"RFC 6750 3.1", "without a token no error is named, with a bad one it is", func(t *testing.T, b *bench) {
		_, header := b.uses("", "search", `{}`)
		_, bad := b.uses("engram_oat_x", "search", `{}`)
		if strings.Contains(header.Get("WWW-Authenticate"), "error=") || !strings.Contains(bad.Get("WWW-Authenticate"), `error="invalid_token"`) {
			t.Errorf("%s; %s", header.Get("WWW-Authenticate"), bad.Get("WWW-Authenticate"))
		}
	}},
	{"RFC 6750 3.1", "a missing scope is named with those that there are", func(t *testing.T, b *bench) {
		status, header := b.uses(b.connect(b.ada).access, "ask", `{"question":"x"}`)
		challenge := header.Get("WWW-Authenticate")
		if status != http.StatusForbidden || !strings.Contains(challenge, `error="insufficient_scope"`) || !strings.Contains(challenge, `scope="read ask save"`) || !strings.Contains(challenge, "resource_metadata=") {
			t.Errorf("%d %s", status, challenge)
		}
	}},
	{"RFC 6750 5.3", "a token in the address is refused", func(t *testing.T, b *bench) {
		c := b.connect(b.ada)
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, b.url+"/mcp?access_token="+c.access, strings.NewReader(`{}`))
		if status, _, got := b.send(r); status != http.StatusBadRequest {
			t.Errorf("%d %v", status, got)
		}
	}},
	{"ROLE-06", "a token is its user's, and so are their programs", func(t *testing.T, b *bench) {
		c := b.connect(b.ada)
		_, saved := b.call("POST", "/api/v1/content", b.eve, map[string]string{"type": "note", "description": "the code of the safe is 4711"})
		id := saved["content"].(map[string]any)["_id"].(string)
		for tool, arguments := range map[string]string{"search": `{"query":"safe"}`, "fetch": `{"id":"` + id + `"}`} {
			body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments)
			r, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, b.url+"/mcp", strings.NewReader(body))
			r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Authorization": {"Bearer " + c.access}}
			if status, _, got := b.send(r); status != http.StatusOK || strings.Contains(fmt.Sprint(got), "4711") {
				t.Errorf("%s: %d %v", tool, status, got)
			}
		}
		for _, app := range apps(b, b.ada) {
			if status, _ := b.call("DELETE", "/api/v1/apps/"+app, b.eve, nil); status != http.StatusNotFound {
				t.Errorf("ended by another: %d", status)
			}
		}
		if len(apps(b, b.eve)) != 0 || !b.works(c.access) {
			t.Error("another sees or ends it")
		}
	}},
}

// apps returns the ids of what a session has connected.
func apps(b *bench, session string) (ids []string) {
	_, got := b.call("GET", "/api/v1/apps", session, nil)
	for _, app := range got["apps"].([]any) {
		ids = append(ids, app.(map[string]any)["id"].(string))
	}
	return ids
}

var revocationRows = []row{
	{"RFC 7009 2.1", "a client ends what it has, by either token", func(t *testing.T, b *bench) {
		for _, which := range []func(connection) string{func(c connection) string { return c.refresh }, func(c connection) string { return c.access }} {
			c := b.connect(b.ada)
			if status, _, got := b.form("/oauth/revoke", url.Values{"client_id": {c.client}, "token": {which(c)}}); status != http.StatusOK {
				t.Errorf("%d %v", status, got)
			}
			if status, _ := b.renew(c); status != http.StatusBadRequest || b.works(c.access) {
				t.Errorf("afterwards: %d", status)
			}
		}
	}},
	{"RFC 7009 2.1", "a client ends nothing of another's", func(t *testing.T, b *bench) {
		c := b.connect(b.ada)
		if status, _, got := b.form("/oauth/revoke", url.Values{"client_id": {newClient(back)}, "token": {c.refresh}}); status != http.StatusBadRequest || got["error"] != "unauthorized_client" {
			t.Errorf("%d %v", status, got)
		}
		if !b.works(c.access) {
			t.Error("it ended")
		}
	}},
	{"RFC 7009 2.2", "what is not known is as good as ended", func(t *testing.T, b *bench) {
		for _, token := range []string{"x", "engram_ort_x"} {
			if status, _, got := b.form("/oauth/revoke", url.Values{"client_id": {b.client}, "token": {token}}); status != http.StatusOK {
				t.Errorf("%q: %d %v", token, status, got)
			}
		}
		if status, _, got := b.form("/oauth/revoke", url.Values{"client_id": {b.client}}); status != http.StatusBadRequest || got["error"] != "invalid_request" {
			t.Errorf("nothing: %d %v", status, got)
		}
	}},
	{"RFC 6749 10.3", "a person ends it at once, which their account's log says", func(t *testing.T, b *bench) {
		session := b.user("carl")
		c := b.connect(session)
		for _, app := range apps(b, session) {
			if status, _ := b.call("DELETE", "/api/v1/apps/"+app, session, nil); status != http.StatusOK {
				t.Errorf("%d", status)
			}
		}
		if status, _ := b.renew(c); status != http.StatusBadRequest || b.works(c.access) || len(apps(b, session)) != 0 {
			t.Errorf("afterwards: %d", status)
		}
		_, log := b.call("GET", "/api/v1/audit", session, nil)
		written, _ := json.Marshal(log)
		if !strings.Contains(string(written), "program-connected") || !strings.Contains(string(written), "program-disconnected") || slices.ContainsFunc([]string{c.access, c.refresh}, func(s string) bool { return strings.Contains(string(written), s) }) {
			t.Errorf("the log is %s", written)
		}
	}},
}
