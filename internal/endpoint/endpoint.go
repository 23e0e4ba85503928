// Package endpoint is the HTTP client for the operator's AI endpoint. It follows no redirect and
// uses no proxy, so that texts go nowhere else, and its errors contain no text, key or address.
package endpoint

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Endpoint is an OpenAI-compatible API. It is safe for concurrent use.
type Endpoint struct {
	base   *url.URL
	key    string
	client *http.Client
}

// New returns the endpoint at an address, which usually ends in /v1. The key is a bearer token and
// may be empty. New makes no request.
func New(address, key string) (*Endpoint, error) {
	base, err := url.Parse(address)
	if err != nil || base.Host == "" {
		return nil, errors.New("the endpoint's address can't be read") // it may contain a password
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = nil
	return &Endpoint{base: base, key: key, client: &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// Close closes idle connections.
func (e *Endpoint) Close() { e.client.CloseIdleConnections() }

// Post sends body as JSON to a path below the address. The caller closes the response, whatever its
// status.
func (e *Endpoint) Post(ctx context.Context, path string, body any) (*http.Response, error) {
	encoded, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, e.base.JoinPath(path).String(), bytes.NewReader(encoded))
	if err != nil {
		return nil, WithoutAddress(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if e.key != "" {
		request.Header.Set("Authorization", "Bearer "+e.key)
	}
	response, err := e.client.Do(request)
	return response, WithoutAddress(err)
}

// WithoutAddress returns an error with a message of our own: network errors contain the address,
// which may have a password, and data from the server. errors.Is still works.
func WithoutAddress(err error) error {
	if err == nil {
		return nil
	}
	return failure{err}
}

// failure hides an error's message.
type failure struct{ error }

func (f failure) Unwrap() error { return f.error }

func (f failure) Error() string {
	var errno syscall.Errno
	var name *net.DNSError
	var certificate *tls.CertificateVerificationError
	var other net.Error
	switch err := f.error; {
	case errors.Is(err, context.Canceled):
		return "the call was given up"
	case errors.As(err, &name):
		return "no such host"
	case errors.As(err, &certificate):
		return "the certificate is not trusted"
	case errors.As(err, &errno):
		return errno.Error()
	case errors.As(err, &other) && other.Timeout():
		return "timed out"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "the connection broke off"
	}
	return "no answer of HTTP"
}

// Code returns the error code of a response, such as insufficient_quota, or "". Its message is
// dropped, since it may quote users' texts.
func (e *Endpoint) Code(body []byte) string {
	var answer struct {
		Error struct {
			Code any    `json:"code"`
			Type string `json:"type"`
		} `json:"error"`
	}
	_ = json.Unmarshal(body, &answer) // another form has no code
	code, ok := answer.Error.Code.(string)
	if !ok {
		code = answer.Error.Type
	}
	if len(code) > 40 || e.key != "" && strings.Contains(code, e.key) || strings.ContainsFunc(code, notOfCode) {
		return ""
	}
	return code
}

// notOfCode reports whether a character can't be part of an error code.
func notOfCode(r rune) bool {
	return r != '_' && r != '-' && r != '.' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}

// RetryAfter parses the header, seconds or a date. It returns zero if it is missing or invalid.
func RetryAfter(header http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.Atoi(value); err == nil {
		return time.Duration(min(max(seconds, 0), 1<<20)) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}
