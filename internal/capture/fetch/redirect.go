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

	maxAside  = 2 << 10                // bytes of a redirect's own body: those who send one say "Moved" in it
	asideTime = 200 * time.Millisecond // that it may take
)

// follow asks for u and for what it leads to, and returns the first answer that is no redirect. To another host it goes by
// its turn there, once it is done with the first one and has given that turn back: none is held while waiting for another,
// and thousands of shortened links that lead to one site fall on it two at a time like any others. Who finds a long line
// there is sent away as from any line. Standing in it counts towards the fetch's time.
//
// Cookies live as long as the fetch does: some sites redirect for ever to whoever brings none, and no two fetches may be
// told to belong together.
func (v *visit) follow(ctx context.Context, u *url.URL) (*http.Response, error) {
	jar, _ := cookiejar.New(nil) // fails for no input
	browser := &http.Client{Transport: v.client.ways, Jar: jar, CheckRedirect: stay}
	for redirects := 0; ; redirects++ {
		resp, err := v.ask(ctx, browser, u)
		if err != nil || !redirected(resp) {
			return resp, err
		}
		setAside(resp.Body)
		if u, err = target(resp); err != nil {
			return nil, err
		}
		if redirects == maxRedirects {
			return nil, fault.New(fault.Invalid, "The page redirects too often.")
		}
		if err := v.turn.move(ctx, hostOf(u)); err != nil {
			return nil, err
		}
	}
}

// stay keeps a http.Client from following by itself: it would wait for an answer's body to end before it asks elsewhere,
// and hold a turn there meanwhile.
func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

func (v *visit) ask(ctx context.Context, browser *http.Client, u *url.URL) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, msgNoAddress, err)
	}
	v.introduce(req.Header)
	return browser.Do(req)
}

func (v *visit) introduce(h http.Header) {
	h.Set("User-Agent", v.client.userAgent)
	h.Set("Accept", cmp.Or(v.request.Accept, defaultAccept))
	h.Set("Accept-Language", "en,*;q=0.5")
	if v.request.Head && v.request.Limit > 0 {
		h.Set("Range", "bytes=0-"+strconv.FormatInt(v.request.Limit-1, 10)) // who heeds it need not be cut off
	}
}

// redirected reports whether an answer leads elsewhere. One that does not say where is an answer like any other.
func redirected(resp *http.Response) bool {
	switch resp.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return resp.Header.Get("Location") != ""
	}
	return false
}

// target is where a redirect leads.
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

// setAside is done with the body of a redirect. A short one is read to its end, so that its connection can be kept; one that
// takes its time is cut off.
func setAside(body io.ReadCloser) {
	late := time.AfterFunc(asideTime, func() { body.Close() })
	defer late.Stop()
	if _, err := io.CopyN(io.Discard, body, maxAside); !errors.Is(err, io.EOF) {
		body.Close()
	}
}
