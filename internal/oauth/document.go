package oauth

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"path"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"engram/internal/capture"
	"engram/internal/fault"
)

const (
	maxDocument   = 32 << 10         // bytes
	fetchTime     = 10 * time.Second // for a document
	documentsStay = 10 * time.Minute // cached
	failuresStay  = 30 * time.Second
	mostDocuments = 256 // cached
)

// document is a client ID metadata document.
type document struct {
	ClientID     string   `json:"client_id"`
	Name         string   `json:"client_name"`
	Redirects    []string `json:"redirect_uris"`
	Method       string   `json:"token_endpoint_auth_method"`
	ClientSecret string   `json:"client_secret"`
	Types        []string `json:"response_types"`
	Grants       []string `json:"grant_types"`
}

// documents fetches the documents of clients, and keeps them for minutes.
type documents struct {
	fetcher capture.Fetcher
	now     func() time.Time
	kept    *lru.Cache[string, keptDocument]
}

type keptDocument struct {
	client Client
	err    error
	until  time.Time
}

func newDocuments(fetcher capture.Fetcher, now func() time.Time) *documents {
	kept, err := lru.New[string, keptDocument](mostDocuments)
	if err != nil {
		panic(err) // the size is positive
	}
	return &documents{fetcher: fetcher, now: now, kept: kept}
}

// client returns the client whose id is an address; fault.Invalid in words if that is none.
func (d *documents) client(ctx context.Context, userID, id string) (Client, error) {
	if err := checkClientID(id); err != nil {
		return Client{}, unknownClient(err.Error())
	}
	if kept, ok := d.kept.Get(id); ok && d.now().Before(kept.until) {
		return kept.client, kept.err
	}
	client, err := d.fetch(ctx, userID, id)
	if ctx.Err() != nil {
		return client, err
	}
	stays := documentsStay
	if err != nil {
		stays = failuresStay
	}
	d.kept.Add(id, keptDocument{client, err, d.now().Add(stays)})
	return client, err
}

func (d *documents) fetch(ctx context.Context, userID, id string) (Client, error) {
	page, err := d.fetcher.Fetch(ctx, capture.Request{URL: id, Accept: "application/json", Limit: maxDocument, Timeout: fetchTime, UserID: userID, Priority: true})
	if err != nil {
		return Client{}, fault.Wrap(fault.Invalid, "The program's description can't be read at "+nameOf(id)+". Please try again later.", err)
	}
	defer page.Release()
	if page.URL != id {
		return Client{}, unknownClient("its description leads on to another address")
	}
	var doc document
	if err := json.Unmarshal(page.Body, &doc); err != nil {
		return Client{}, unknownClient("its description is not in JSON")
	}
	return doc.client(id)
}

// client returns the client that a document at an address describes.
func (doc document) client(id string) (Client, error) {
	switch {
	case doc.ClientID != id:
		return Client{}, unknownClient("its description is of another program")
	case doc.ClientSecret != "":
		return Client{}, unknownClient("its description holds a secret")
	case doc.Method != "" && doc.Method != "none":
		return Client{}, unknownClient("it wants to prove itself in a way that is not known here")
	case len(doc.Types) > 0 && !holds(doc.Types, "code"), len(doc.Grants) > 0 && !holds(doc.Grants, "authorization_code"):
		return Client{}, unknownClient("it wants no authorization code")
	}
	c, err := newClient(id, doc.Name, doc.Redirects)
	if err != nil {
		return Client{}, unknownClient(err.Error())
	}
	c.Host = nameOf(id)
	if c.Name == "" {
		c.Name = c.Host
	}
	return c, nil
}

// checkClientID returns in words why an address can't be a client's id: it has to be of https, with a path, and nothing
// by which two spellings would be one.
func checkClientID(id string) error {
	u, err := url.Parse(id)
	switch {
	case err != nil || len(id) > maxAddress || u.Scheme != "https" || u.Host == "" || u.Opaque != "":
		return errors.New("its id is no address of https")
	case strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' }):
		return errors.New("its id has letters that an address can't have")
	case u.User != nil || strings.Contains(id, "#"):
		return errors.New("its id has a user's name or a fragment in it")
	case u.Path == "" || u.Path == "/" || path.Clean(u.Path) != strings.TrimSuffix(u.Path, "/"):
		return errors.New("its id has no path of its own")
	}
	return nil
}

// nameOf returns the host of a client's id.
func nameOf(id string) string {
	u, err := url.Parse(id)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Host)
}

// unknownClient is the error for a client that can't be connected. Its redirect URI is not used.
func unknownClient(why string) error {
	return fault.New(fault.Invalid, "This program can't be connected: "+why)
}

func holds(all []string, one string) bool {
	for _, s := range all {
		if s == one {
			return true
		}
	}
	return false
}
