// Package fetch is the one way out: every byte from a stranger's address comes through its Client.
//
// The address of a page is chosen by whoever wrote the link, so the Client trusts nothing about it. It checks the
// address that is about to be dialled rather than the name that led there, follows a few redirects under the same
// check, and bounds time, headers and decompressed bytes. What goes wrong is a fault in words fit for a card.
//
// It is polite as well: few fetches of one host at once, the others in line, where users take turns, and none while a host
// wants to be left alone.
package fetch

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/url"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
)

const (
	defaultTimeout   = 10 * time.Second
	defaultMaxPDF    = 25 << 20
	defaultTotal     = 16
	defaultUserAgent = "Mozilla/5.0 (compatible; Engram/1.0; a self-hosted second brain)"
	defaultAccept    = "text/html,application/xhtml+xml,application/pdf;q=0.9,*/*;q=0.8"
)

// Config says how the Client behaves. Its zero value is safe: public addresses alone, ports 80 and 443, 10 seconds.
type Config struct {
	// Allow names addresses that may be reached although they are private: a range ("10.1.0.0/16"), which lets every
	// port of that range through, an address ("10.1.2.3"), the same for one host, or an endpoint ("127.0.0.1:8080"),
	// which lets just that port through.
	Allow []string
	// Origin is an address of the operator's own choosing, such as "http://10.0.0.9:9000/api": its scheme, host and port
	// together may be reached wherever they are, by a redirect too. Everything else stays behind the guard. Its path means
	// nothing here.
	Origin string
	// Timeout bounds one whole fetch, from its turn to its last byte, redirects included. Zero means 10 s.
	Timeout time.Duration
	// MaxPDF is how many bytes a PDF may have when the request names no limit. Zero means 25 MB.
	MaxPDF int64
	// Total is how many fetches there may be at once. Zero means 16.
	Total int
	// UserAgent is how the Client introduces itself. Empty means Engram's own.
	UserAgent string
}

// Client fetches pages, pictures and recordings from the internet. It is safe for concurrent use.
type Client struct {
	ways      ways
	lines     *lines
	larges    chan struct{} // holds a token for each large body that is coming in or not released yet
	timeout   time.Duration
	maxPDF    int64
	userAgent string
}

var _ capture.Fetcher = (*Client)(nil)

// New returns a Client. It fails when an entry of Allow is neither a range, an address nor an endpoint, and when Origin is
// no http or https address.
func New(cfg Config) (*Client, error) { return newClient(cfg, nil) }

// newClient is New with a resolver for tests; nil means the system's.
func newClient(cfg Config, resolver *net.Resolver) (*Client, error) {
	g, err := newGuard(cfg.Allow)
	if err != nil {
		return nil, err
	}
	w, err := newWays(g, cfg.Origin, resolver)
	if err != nil {
		return nil, err
	}
	return &Client{
		ways:      w,
		lines:     newLines(cmp.Or(cfg.Total, defaultTotal)),
		larges:    make(chan struct{}, maxLarge),
		timeout:   cmp.Or(cfg.Timeout, defaultTimeout),
		maxPDF:    cmp.Or(cfg.MaxPDF, defaultMaxPDF),
		userAgent: cmp.Or(cfg.UserAgent, defaultUserAgent),
	}, nil
}

// Fetch implements capture.Fetcher. A request without a limit of its own gets, counted after decompression, the first 5 MB
// of a web page, the first 512 KB of a recording and the first 1 MB of a playlist, a PDF of up to Config.MaxPDF, a picture
// of up to 10 MB, and anything else of up to 5 MB. User names and passwords in an address are dropped, here and in
// redirects. When ctx is cancelled the error is no fault; it wraps ctx's.
func (c *Client) Fetch(ctx context.Context, r capture.Request) (capture.Page, error) {
	u, err := parse(r.URL)
	if err != nil {
		return capture.Page{}, err
	}
	turn, err := c.lines.enter(ctx, hostOf(u), r.By, r.Follow)
	if err != nil {
		return capture.Page{}, explain(ctx, err)
	}
	defer turn.leave()
	if r.Turn != nil {
		r.Turn()
	}
	limited, cancel := context.WithTimeout(ctx, cmp.Or(r.Timeout, c.timeout))
	defer cancel()

	v := &visit{client: c, request: r, turn: turn}
	page, err := v.get(limited, u)
	if err != nil {
		v.giveUp()
		return capture.Page{}, explain(ctx, err)
	}
	return page, nil
}

// visit is one fetch whose turn it is.
type visit struct {
	client  *Client
	request capture.Request
	turn    *turn
	release func() // gives back its place for a large body; nil when it holds none
}

// giveUp gives back what the caller of a fetch that failed won't.
func (v *visit) giveUp() {
	if v.release != nil {
		v.release()
	}
}

func (v *visit) get(ctx context.Context, u *url.URL) (capture.Page, error) {
	resp, err := v.follow(ctx, u)
	if err != nil {
		return capture.Page{}, err
	}
	defer resp.Body.Close()
	if rest := asksForRest(resp); rest > 0 {
		v.turn.shut(rest)
	}
	if err := checkStatus(resp); err != nil {
		return capture.Page{}, err
	}
	body, err := v.readBody(resp)
	if err != nil {
		return capture.Page{}, err
	}
	return capture.Page{
		URL:         resp.Request.URL.String(),
		ContentType: resp.Header.Get("Content-Type"),
		Body:        body,
		Length:      length(resp),
		Free:        v.release,
	}, nil
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
