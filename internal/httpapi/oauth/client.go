package oauth

import (
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"engram/internal/fault"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/oauth"
)

type wireError struct {
	Error       string `json:"error"`
	Description string `json:"error_description,omitempty"`
	Message     string `json:"message"` // as all our errors have
}

type wireToken struct {
	Access  string `json:"access_token"`
	Type    string `json:"token_type"`
	Lasts   int    `json:"expires_in"`
	Refresh string `json:"refresh_token"`
	Scope   string `json:"scope"`
}

// token answers a request for tokens (RFC 6749, sections 4.1.3 and 6).
func (p Parts) token(w http.ResponseWriter, r *http.Request) {
	form, clientID, err := p.form(w, r)
	if err != nil {
		p.refuse(w, r, err)
		return
	}
	issued, err := p.OAuth.Exchange(r.Context(), route.Origin(r), oauth.TokenRequest{
		GrantType: form.Get("grant_type"), ClientID: clientID, Code: form.Get("code"), Redirect: form.Get("redirect_uri"),
		Verifier: form.Get("code_verifier"), Refresh: form.Get("refresh_token"), Scope: form.Get("scope"), Resources: form["resource"],
	})
	if err != nil {
		p.refuse(w, r, err)
		return
	}
	secret(w)
	wire.WriteJSON(w, http.StatusOK, wireToken{issued.Access, "Bearer", int(issued.Lasts.Seconds()), issued.Refresh, issued.Scopes.String()})
}

// revoke ends what a token belongs to (RFC 7009).
func (p Parts) revoke(w http.ResponseWriter, r *http.Request) {
	form, clientID, err := p.form(w, r)
	if err == nil {
		err = p.OAuth.Revoke(r.Context(), clientID, form.Get("token"))
	}
	if err != nil {
		p.refuse(w, r, err)
		return
	}
	secret(w)
	wire.WriteJSON(w, http.StatusOK, struct{}{})
}

// several is the parameter that may be given more than once (RFC 8707).
const several = "resource"

// form returns the parameters of a client's request and its id.
func (p Parts) form(w http.ResponseWriter, r *http.Request) (form url.Values, clientID string, err error) {
	if err := p.Rate.Try(r.Context(), "oauth "+route.AddressOf(r.Context())); err != nil {
		return nil, "", err
	}
	if media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); media != "application/x-www-form-urlencoded" {
		return nil, "", oauth.Error{Code: oauth.InvalidRequest, Words: "the body must be application/x-www-form-urlencoded"}
	}
	r.Body = http.MaxBytesReader(w, r.Body, route.SmallBody)
	if err := r.ParseForm(); err != nil {
		return nil, "", oauth.Error{Code: oauth.InvalidRequest, Words: "the body can't be read, or is larger than 64 KB"}
	}
	for name, values := range r.PostForm {
		if len(values) > 1 && name != several {
			return nil, "", oauth.Error{Code: oauth.InvalidRequest, Words: "a parameter is given twice"}
		}
	}
	clientID, err = clientOf(r)
	return r.PostForm, clientID, err
}

// clientOf returns the id by which a client names itself. Clients here have no secret, so that none can be sent.
func clientOf(r *http.Request) (string, error) {
	id := r.PostForm.Get("client_id")
	if r.PostForm.Has("client_secret") || r.PostForm.Has("client_assertion") {
		return "", oauth.Error{Code: oauth.InvalidClient, Words: "clients have no secret here: the method is none"}
	}
	if r.Header.Get("Authorization") == "" {
		return id, nil
	}
	named, password, ok := r.BasicAuth()
	name, err := url.QueryUnescape(named)
	if !ok || err != nil || password != "" || id != "" && id != name {
		return "", oauth.Error{Code: oauth.InvalidClient, Words: "clients have no secret here: send client_id in the body alone"}
	}
	return name, nil
}

type wireRegistration struct {
	ClientID  string   `json:"client_id,omitempty"`
	IssuedAt  int64    `json:"client_id_issued_at,omitempty"`
	Name      string   `json:"client_name,omitempty"`
	Redirects []string `json:"redirect_uris"`
	Method    string   `json:"token_endpoint_auth_method"`
	Grants    []string `json:"grant_types"`
	Types     []string `json:"response_types"`
	Scope     string   `json:"scope"`
}

// register registers a client (RFC 7591).
func (p Parts) register(w http.ResponseWriter, r *http.Request) {
	if err := p.Rate.Try(r.Context(), "oauth "+route.AddressOf(r.Context())); err != nil {
		p.refuse(w, r, err)
		return
	}
	var asked struct {
		Name      string   `json:"client_name"`
		Redirects []string `json:"redirect_uris"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, route.SmallBody)).Decode(&asked); err != nil {
		p.refuse(w, r, oauth.Error{Code: oauth.InvalidMetadata, Words: "the body must be JSON of at most 64 KB"})
		return
	}
	c, err := p.OAuth.RegisterClient(oauth.Registration{Name: asked.Name, Redirects: asked.Redirects})
	if err != nil {
		p.refuse(w, r, err)
		return
	}
	secret(w)
	wire.WriteJSON(w, http.StatusCreated, wireRegistration{
		ClientID: c.ID, IssuedAt: p.OAuth.Now().Unix(), Name: c.Name, Redirects: c.Redirects, Method: "none",
		Grants: []string{"authorization_code", "refresh_token"}, Types: []string{"code"}, Scope: oauth.Usual.String(),
	})
}

// secret keeps an answer out of caches (RFC 6749, section 5.1).
func secret(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Pragma", "no-cache")
	w.Header().Set("X-Content-Type-Options", "nosniff")
}

// refuse answers with an error of RFC 6749, section 5.2.
func (p Parts) refuse(w http.ResponseWriter, r *http.Request, err error) {
	secret(w)
	if e, ok := oauth.ErrorOf(err); ok {
		status := http.StatusBadRequest
		switch {
		case e.Code == oauth.InvalidClient && r.Header.Get("Authorization") != "":
			status = http.StatusUnauthorized
			w.Header().Set("WWW-Authenticate", `Basic realm="clients have no secret here"`)
		case e.Code == oauth.AccessDenied:
			status = http.StatusForbidden
		}
		wire.WriteJSON(w, status, wireError{string(e.Code), e.Words, sentence(e.Words)})
		return
	}
	var known *wire.Error
	travels := wire.ToHTTP(r.Context(), p.Log, err)
	if !errors.As(travels, &known) {
		known = &wire.Error{Status: http.StatusInternalServerError, Message: wire.InternalMessage}
	}
	if f := (*fault.Error)(nil); errors.As(err, &f) && f.RetryAfter > 0 {
		w.Header().Set("Retry-After", wire.RetryAfter(f.RetryAfter))
	}
	code := "server_error"
	switch fault.KindOf(err) {
	case fault.Limit, fault.Unavailable, fault.NoRoom:
		code = "temporarily_unavailable"
	case fault.NotFound, fault.Forbidden, fault.Unauthenticated:
		code, known.Status = string(oauth.InvalidGrant), http.StatusBadRequest
	}
	wire.WriteJSON(w, known.Status, wireError{code, known.Message, known.Message})
}

// sentence returns words with a capital letter.
func sentence(words string) string {
	if words == "" {
		return words
	}
	return strings.ToUpper(words[:1]) + words[1:]
}
