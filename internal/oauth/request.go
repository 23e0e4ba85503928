package oauth

import (
	"context"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"engram/internal/fault"
	"engram/internal/token"
)

const (
	maxRequest = 8 << 10 // bytes of the query
	maxState   = 2048
)

// request is an authorization request whose client and redirect URI are good.
type request struct {
	client    Client
	redirect  string // where the person is led back to
	named     string // the redirect URI that the request names; empty: none
	state     string
	scopes    token.Scopes
	audience  string
	challenge string
	problem   *Error // with which the client is answered; nil: none
}

// once are the parameters that may be given once (RFC 6749, section 3.1).
var once = []string{"response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge", "code_challenge_method"}

// challengeForm matches the challenges of the method S256: a SHA-256 in base64url.
var challengeForm = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)

// read reads the query of an authorization request to the server at an origin. fault.Invalid if its client or redirect
// URI is not good: then no person may be led anywhere.
func (s *Service) read(ctx context.Context, userID, origin, query string) (request, error) {
	if len(query) > maxRequest {
		return request{}, fault.New(fault.Invalid, "This request is too long")
	}
	q, err := url.ParseQuery(query)
	if err != nil {
		return request{}, fault.New(fault.Invalid, "This request can't be read")
	}
	for _, name := range []string{"client_id", "redirect_uri"} {
		if len(q[name]) > 1 {
			return request{}, fault.New(fault.Invalid, "This request names "+name+" twice")
		}
	}
	r := request{named: q.Get("redirect_uri"), state: q.Get("state")}
	if r.client, err = s.client(ctx, userID, q.Get("client_id")); err != nil {
		return request{}, err
	}
	if r.redirect, err = r.client.redirectOf(r.named); err != nil {
		return request{}, err
	}
	r.problem = r.readRest(origin, q)
	return r, nil
}

// client returns a client by its id.
func (s *Service) client(ctx context.Context, userID, id string) (Client, error) {
	switch {
	case id == "":
		return Client{}, unknownClient("it does not say who it is")
	case strings.HasPrefix(id, registeredPrefix):
		c, ok := s.registered(id)
		if !ok || !s.Register {
			return Client{}, unknownClient("it is not registered here")
		}
		return c, nil
	}
	return s.documents.client(ctx, userID, id)
}

// redirectOf returns where people are led back to by a request that names an address, or none.
func (c Client) redirectOf(named string) (string, error) {
	switch {
	case named == "" && len(c.Redirects) == 1:
		return c.Redirects[0], nil
	case named == "":
		return "", fault.New(fault.Invalid, "This request does not say where to lead back to")
	case !c.leadsTo(named):
		return "", fault.New(fault.Invalid, "This request would lead to an address that is not the program's: "+hostOf(named)+". Nothing was given to it.")
	}
	return named, nil
}

// readRest reads what a client is answered about at its redirect URI.
func (r *request) readRest(origin string, q url.Values) *Error {
	for _, name := range once {
		if len(q[name]) > 1 {
			return &Error{InvalidRequest, name + " is given twice"}
		}
	}
	r.challenge = q.Get("code_challenge")
	switch {
	case len(r.state) > maxState:
		r.state = ""
		return &Error{InvalidRequest, "state is too long"}
	case q.Get("response_type") == "":
		return &Error{InvalidRequest, "response_type is missing"}
	case q.Get("response_type") != "code":
		return &Error{UnknownResponse, "response_type must be code"}
	case q.Has("request") || q.Has("request_uri"):
		return &Error{InvalidRequest, "request objects are not supported"}
	case r.challenge == "":
		return &Error{InvalidRequest, "code_challenge is missing: PKCE is required"}
	case q.Get("code_challenge_method") != "S256":
		return &Error{InvalidRequest, "code_challenge_method must be S256"}
	case !challengeForm.MatchString(r.challenge):
		return &Error{InvalidRequest, "code_challenge is no SHA-256 in base64url"}
	}
	var problem *Error
	if r.audience, problem = audienceOf(origin, q["resource"]); problem != nil {
		return problem
	}
	r.scopes, problem = scopesOf(q.Get("scope"), q.Has("scope"))
	return problem
}

// Resource is the identifier of what access tokens are for.
func Resource(origin string) string { return origin + "/mcp" }

// audienceOf returns the audience of a request's resources. Our address stands for all of it (RFC 8707).
func audienceOf(origin string, resources []string) (string, *Error) {
	for _, r := range resources {
		if r = strings.TrimSuffix(r, "/"); r != origin && r != Resource(origin) {
			return "", &Error{InvalidTarget, "resource must be " + Resource(origin)}
		}
	}
	return Resource(origin), nil
}

// modest are the scopes of a request that names none.
var modest = token.Scopes{token.Read, token.Ask}

// scopesOf returns the known scopes among those that are asked for.
func scopesOf(asked string, named bool) (token.Scopes, *Error) {
	if !named || strings.TrimSpace(asked) == "" {
		return modest, nil
	}
	words := strings.Fields(asked)
	var scopes token.Scopes
	for _, scope := range Usual {
		if slices.Contains(words, string(scope)) {
			scopes = append(scopes, scope)
		}
	}
	if len(scopes) == 0 {
		return nil, &Error{InvalidScope, "the scopes are " + Usual.String()}
	}
	return scopes, nil
}

// answer returns the address at which a client gets an answer: its parameters, the state and who we are (RFC 9207).
func (r request) answer(origin string, parameters ...string) string {
	u, err := url.Parse(r.redirect)
	if err != nil {
		return r.redirect // it was parsed before
	}
	q := url.Values{}
	for i := 0; i+1 < len(parameters); i += 2 {
		q.Set(parameters[i], parameters[i+1])
	}
	if r.state != "" {
		q.Set("state", r.state)
	}
	q.Set("iss", origin)
	if u.RawQuery != "" {
		u.RawQuery += "&"
	}
	u.RawQuery += q.Encode()
	return u.String()
}

// refusal returns the address at which a client gets an error.
func (r request) refusal(origin string, e Error) string {
	return r.answer(origin, "error", string(e.Code), "error_description", e.Words)
}
