package fetch

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strconv"
	"time"

	"engram/internal/fault"
)

const (
	maxRedirects = 5

	maxDiscard  = 2 << 10                // of a redirect's own body, which is read and dropped
	discardTime = 200 * time.Millisecond // to read it
)

// follow requests u and follows its redirects to the first other response. For another host it
// releases the slot and acquires one there: it holds none while it waits, and many short links to
// one site are fetched two at a time. The wait counts towards the fetch's time.
//
// Cookies live for one fetch: some sites redirect forever without them, and no two fetches may be
// linked.
func (v *visit) follow(ctx context.Context, u *url.URL) (*http.Response, error) {
	jar, _ := cookiejar.New(nil) // fails for no input
	browser := &http.Client{Transport: v.client.transports, Jar: jar, CheckRedirect: noFollow}
	for redirects := 0; ; redirects++ {
		resp, err := v.ask(ctx, browser, u)
		if err != nil || !isRedirect(resp) {
			return resp, err
		}
		discard(resp.Body)
		v.moved = isPermanent(resp) && (v.moved || redirects == 0)
		if u, err = target(resp); err != nil {
			return nil, err
		}
		if redirects == maxRedirects {
			return nil, fault.New(fault.Invalid, "The page redirects too often.")
		}
		if err := v.slot.move(ctx, hostOf(u)); err != nil {
			return nil, err
		}
	}
}

// noFollow stops http.Client from following a redirect: it would request the next host before the
// slot of this one is released.
func noFollow(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

func (v *visit) ask(ctx context.Context, browser *http.Client, u *url.URL) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, msgNoAddress, err)
	}
	v.setHeaders(req.Header)
	return browser.Do(req)
}

func (v *visit) setHeaders(h http.Header) {
	h.Set("User-Agent", v.client.userAgent)
	h.Set("Accept", cmp.Or(v.request.Accept, defaultAccept))
	h.Set("Accept-Language", "en,*;q=0.5")
	if v.request.ETag != "" {
		h.Set("If-None-Match", v.request.ETag)
	}
	if v.request.Modified != "" {
		h.Set("If-Modified-Since", v.request.Modified)
	}
	if v.request.Head && v.request.Limit > 0 {
		// a server that supports it sends no more
		h.Set("Range", "bytes=0-"+strconv.FormatInt(v.request.Limit-1, 10))
	}
}

// isRedirect reports whether a response is a redirect with a Location.
func isRedirect(resp *http.Response) bool {
	switch resp.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return resp.Header.Get("Location") != ""
	}
	return false
}

// isPermanent reports whether a redirect is for good.
func isPermanent(resp *http.Response) bool {
	return resp.StatusCode == http.StatusMovedPermanently || resp.StatusCode == http.StatusPermanentRedirect
}

// maxValidator is more than any honest server's.
const maxValidator = 500 // bytes

// validator returns a header by which the next request is conditional; empty if it can't be sent
// back.
func validator(resp *http.Response, name string) string {
	if value := resp.Header.Get(name); len(value) <= maxValidator {
		return value
	}
	return ""
}

// target returns the address that a redirect leads to.
func target(resp *http.Response) (*url.URL, error) {
	u, err := resp.Location()
	if err != nil {
		return nil, err
	}
	if !isWeb(u) {
		return nil, fault.New(fault.Invalid, "The page redirects to an address that is no web page.")
	}
	u.User = nil
	return u, nil
}

// discard reads a short body to its end, so that its connection is reused, and closes a slow or
// long one.
func discard(body io.ReadCloser) {
	late := time.AfterFunc(discardTime, func() { body.Close() })
	defer late.Stop()
	if _, err := io.CopyN(io.Discard, body, maxDiscard); !errors.Is(err, io.EOF) {
		body.Close()
	}
}
