// Package fetch is the one way out: every byte from a stranger's address comes through its Client.
//
// The address of a page is chosen by whoever wrote the link, so the Client trusts nothing about it. It checks the
// address that is about to be dialled rather than the name that led there, follows a few redirects under the same
// check, and bounds time, headers and decompressed bytes. What goes wrong is a fault in words fit for a card.
package fetch

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
)

const (
	defaultTimeout   = 15 * time.Second
	defaultUserAgent = "Mozilla/5.0 (compatible; Engram/1.0; a self-hosted second brain)"

	maxRedirects   = 5
	maxHeaderBytes = 256 << 10 // generous: some sites send policies of tens of kilobytes
	dialTimeout    = 6 * time.Second
	tlsTimeout     = 6 * time.Second
)

// Config says how the Client behaves. Its zero value is safe: public addresses alone, ports 80 and 443, 15 seconds.
type Config struct {
	// Allow names addresses that may be reached although they are private: a range ("10.1.0.0/16"), which lets every
	// port of that range through, an address ("10.1.2.3"), the same for one host, or an endpoint ("127.0.0.1:8080"),
	// which lets just that port through.
	Allow []string
	// Timeout bounds one whole fetch, from the first lookup to the last byte, redirects included. Zero means 15 s.
	Timeout time.Duration
	// UserAgent is how the Client introduces itself. Empty means Engram's own.
	UserAgent string
}

// Client fetches pages and pictures from the internet. It is safe for concurrent use.
type Client struct {
	transport *http.Transport
	timeout   time.Duration
	userAgent string
}

var _ capture.Fetcher = (*Client)(nil)

// New returns a Client. It fails when an entry of Allow is neither a range, an address nor an endpoint.
func New(cfg Config) (*Client, error) { return newClient(cfg, nil) }

// newClient is New with a resolver for tests; nil means the system's.
func newClient(cfg Config, resolver *net.Resolver) (*Client, error) {
	g, err := newGuard(cfg.Allow)
	if err != nil {
		return nil, err
	}
	dialer := &net.Dialer{Timeout: dialTimeout, Control: g.control, Resolver: resolver}
	c := &Client{timeout: cfg.Timeout, userAgent: cfg.UserAgent}
	if c.timeout <= 0 {
		c.timeout = defaultTimeout
	}
	if c.userAgent == "" {
		c.userAgent = defaultUserAgent
	}
	c.transport = &http.Transport{
		Proxy:                  nil, // a proxy would dial for us, past the guard
		DialContext:            dialer.DialContext,
		ForceAttemptHTTP2:      true,
		TLSHandshakeTimeout:    tlsTimeout,
		MaxResponseHeaderBytes: maxHeaderBytes,
		DisableKeepAlives:      true, // pages come from everywhere; a stranger's idle connection is nothing to keep
	}
	return c, nil
}

// Fetch gets rawURL and returns at most maxBytes of body, counted after decompression; a larger one is a fault. User
// names and passwords in an address are dropped, here and in redirects. A failure is a fault.Unavailable when trying
// again later can help and a fault.Invalid when not; when ctx is cancelled it is an error that wraps ctx's.
func (c *Client) Fetch(ctx context.Context, r capture.Request) (capture.Page, error) {
	maxBytes := cmp.Or(r.Limit, 5<<20)
	u, err := parse(r.URL)
	if err != nil {
		return capture.Page{}, err
	}
	limited, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()

	page, err := c.get(limited, u, maxBytes)
	if err != nil {
		return capture.Page{}, explain(ctx, err)
	}
	return page, nil
}

func (c *Client) get(ctx context.Context, u *url.URL, maxBytes int64) (capture.Page, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return capture.Page{}, fault.Wrap(fault.Invalid, msgNoAddress, err)
	}
	req.Header.Set("User-Agent", c.userAgent)
	req.Header.Set("Accept", "text/html,application/xhtml+xml,application/pdf;q=0.9,*/*;q=0.8")
	req.Header.Set("Accept-Language", "en,*;q=0.5")

	resp, err := c.visit().Do(req)
	if err != nil {
		return capture.Page{}, err
	}
	defer resp.Body.Close()
	if err := checkStatus(resp); err != nil {
		return capture.Page{}, err
	}
	body, err := readBody(resp, maxBytes)
	if err != nil {
		return capture.Page{}, err
	}
	return capture.Page{
		URL:         resp.Request.URL.String(),
		ContentType: resp.Header.Get("Content-Type"),
		Body:        body,
	}, nil
}

// visit returns a client for one fetch. Its cookies live as long as the fetch does: some sites redirect for ever to
// whoever brings none, and no two fetches may be told to belong together.
func (c *Client) visit() *http.Client {
	jar, _ := cookiejar.New(nil) // fails for no input
	return &http.Client{Transport: c.transport, CheckRedirect: checkRedirect, Jar: jar}
}

func checkRedirect(req *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return fault.New(fault.Invalid, "The page redirects too often.")
	}
	if !isWeb(req.URL) {
		return fault.New(fault.Invalid, "The page redirects to an address that is no web page.")
	}
	req.URL.User = nil
	req.Header.Del("Referer")
	return nil
}

func parse(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, msgNoAddress, fmt.Errorf("fetch: %w", err))
	}
	if !isWeb(u) {
		return nil, fault.New(fault.Invalid, msgNoAddress)
	}
	u.User = nil
	return u, nil
}

func isWeb(u *url.URL) bool {
	return (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != ""
}
