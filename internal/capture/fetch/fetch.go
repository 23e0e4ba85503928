// Package fetch is the only HTTP client for addresses that users supply.
//
// A link can point anywhere, so the Client checks each resolved IP address when it dials, follows
// few redirects under the same check, and limits time, headers and decompressed bytes. Failures are
// faults with messages fit for a memory's card.
//
// It is polite as well: it fetches few pages of one host at once, queues the others fairly between
// users, and pauses a host that asks for it with Retry-After.
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

// Config configures a Client. Its zero value is safe: public addresses only, ports 80 and 443, 10
// seconds.
type Config struct {
	// Allow lists private addresses that may be reached: a range ("10.1.0.0/16") or an address
	// ("10.1.2.3"), on every port, or an endpoint ("127.0.0.1:8080").
	Allow []string
	// Origin is an address that the operator trusts, such as "http://10.0.0.9:9000/api". Its
	// scheme, host and port may be reached even if private, also by a redirect. Its path is
	// ignored.
	Origin string
	// Timeout bounds one fetch from the time it gets a slot, redirects included. Zero means 10 s.
	Timeout time.Duration
	// MaxPDF is the maximum size of a PDF in bytes when the request has no limit. Zero means 25 MB.
	MaxPDF int64
	// Total is the maximum number of concurrent fetches. Zero means 16.
	Total int
	// UserAgent is the User-Agent header. Empty means Engram's default.
	UserAgent string
}

// Client fetches pages, pictures and recordings from the internet. It is safe for concurrent use.
type Client struct {
	transports transports
	scheduler  *scheduler
	// semaphore: a token per large body that is being read or not released yet
	larges    chan struct{}
	timeout   time.Duration
	maxPDF    int64
	userAgent string
}

var _ capture.Fetcher = (*Client)(nil)

// New returns a Client. It returns an error if an entry of Allow is not a range, an address or an
// endpoint, or if Origin is not an http or https address.
func New(cfg Config) (*Client, error) { return newClient(cfg, nil) }

// newClient is New with a resolver for tests; nil is the system's.
func newClient(cfg Config, resolver *net.Resolver) (*Client, error) {
	g, err := newGuard(cfg.Allow)
	if err != nil {
		return nil, err
	}
	w, err := newTransports(g, cfg.Origin, resolver)
	if err != nil {
		return nil, err
	}
	return &Client{
		transports: w,
		scheduler:  newScheduler(cmp.Or(cfg.Total, defaultTotal)),
		larges:     make(chan struct{}, maxLarge),
		timeout:    cmp.Or(cfg.Timeout, defaultTimeout),
		maxPDF:     cmp.Or(cfg.MaxPDF, defaultMaxPDF),
		userAgent:  cmp.Or(cfg.UserAgent, defaultUserAgent),
	}, nil
}

// Fetch implements capture.Fetcher. Without a limit in the request it returns the first 5 MB of a
// web page, 512 KB of a recording and 1 MB of a playlist, and accepts a PDF up to Config.MaxPDF, a
// picture up to 10 MB and anything else up to 5 MB, all counted after decompression. It drops user
// names and passwords in addresses. If ctx is cancelled the error is not a fault and wraps ctx's.
func (c *Client) Fetch(ctx context.Context, r capture.Request) (capture.Page, error) {
	u, err := parse(r.URL)
	if err != nil {
		return capture.Page{}, err
	}
	slot, err := c.scheduler.acquire(ctx, hostOf(u), r.UserID, r.Priority)
	if err != nil {
		return capture.Page{}, explain(ctx, err)
	}
	defer slot.release()
	if r.OnStart != nil {
		r.OnStart()
	}
	limited, cancel := context.WithTimeout(ctx, cmp.Or(r.Timeout, c.timeout))
	defer cancel()

	v := &visit{client: c, request: r, slot: slot}
	page, err := v.get(limited, u)
	if err != nil {
		v.releaseLarge()
		return capture.Page{}, explain(ctx, err)
	}
	return page, nil
}

// visit is one fetch that holds a slot.
type visit struct {
	client  *Client
	request capture.Request
	slot    *slot
	release func() // releases its token for a large body; nil when it holds none
	moved   bool   // every redirect so far was for good
}

// releaseLarge releases the token that the caller of a failed fetch can't release.
func (v *visit) releaseLarge() {
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
	if pause := pauseAsked(resp); pause > 0 {
		v.slot.pauseHost(pause)
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
		Moved:       v.moved,
		ETag:        validator(resp, "ETag"),
		Modified:    validator(resp, "Last-Modified"),
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
