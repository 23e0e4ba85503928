// Package video reads what recordings say of themselves: their title, channel, length, picture and, where they can be had,
// their captions.
//
// A service is asked by the way that it keeps open for everyone, mostly oEmbed; what it leaves out is read on the
// recording's page. A file is read by its first bytes. Anything else is a page that may name a player.
package video

import (
	"context"
	"errors"
	"net/url"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/memory"
)

const maxReaders = 2 // who read captions at once

const (
	fetchTimeout  = 5 * time.Second  // of each fetch, from its turn on
	followTimeout = 10 * time.Second // of all that follows on the first
)

// Source is the capture.Source of videos.
type Source struct {
	fetcher capture.Fetcher
	pages   capture.PageReader
	readers chan struct{} // holds a token for each who reads captions
}

var _ capture.Source = (*Source)(nil)

// New returns a Source that asks services through f and reads their pages with pages.
func New(f capture.Fetcher, pages capture.PageReader) *Source {
	return &Source{f, pages, make(chan struct{}, maxReaders)}
}

// Read implements capture.Source. It makes one fetch for which it waits in line and, within ten seconds, the few that
// follow from its answer. Description and captions are the sections, each caption with its second.
func (s *Source) Read(ctx context.Context, m memory.Memory, tell func(memory.Step)) (capture.Document, error) {
	u, err := url.Parse(m.URL)
	if err != nil {
		return capture.Document{}, fault.Wrap(fault.Invalid, "This is not the address of a video.", err)
	}
	v := &visit{Source: s, by: m.UserID, tell: tell}
	defer v.release()
	doc, err := v.read(ctx, u)
	if err != nil {
		return capture.Document{}, err
	}
	return tidy(doc), nil
}

// visit is one Read under way.
type visit struct {
	*Source
	by      string // the user
	tell    func(memory.Step)
	held    []capture.Page
	until   time.Time // when what follows on the first fetch must end; zero before
	reading bool      // something came
}

func (v *visit) read(ctx context.Context, u *url.URL) (capture.Document, error) {
	player := memory.PlayerOf(u)
	id := muxID(u)
	switch s, ok := services[player]; {
	case id != "":
		return v.mux(ctx, u, id)
	case ok:
		return v.service(ctx, player, s, ownPage(player, u))
	}
	return v.address(ctx, u)
}

// fetch asks for one address. The first waits for its turn, and may be told that it is far off; the others belong to it.
func (v *visit) fetch(ctx context.Context, r capture.Request) (capture.Page, error) {
	first := v.until.IsZero()
	if !first {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, v.until)
		defer cancel()
	}
	r.UserID, r.Priority, r.Timeout = v.by, !first, fetchTimeout
	if first {
		r.OnStart = func() { v.tell(memory.Fetching) }
	}
	page, err := v.fetcher.Fetch(ctx, r)
	if first {
		v.until = time.Now().Add(followTimeout)
	}
	if err == nil && !v.reading {
		v.reading = true
		v.tell(memory.Reading)
	}
	v.held = append(v.held, page)
	return page, err
}

func (v *visit) release() {
	for _, page := range v.held {
		page.Release()
	}
}

var errGone = fault.New(fault.Invalid, "This video is private or gone.")

// refused reports whether an answer was that there is no such recording, or not for us.
func refused(err error) bool {
	switch capture.StatusOf(err) {
	case 401, 403, 404, 410, 451:
		return true
	}
	return errors.Is(err, errGone)
}

// orGone says it in words for a recording.
func orGone(err error) error {
	if refused(err) {
		return errGone
	}
	return err
}

// later says what could not be had now, and when it can be, as far as the cause tells.
func later(message string, cause error) error {
	f := fault.Wrap(fault.Unavailable, message, cause)
	if told, ok := errors.AsType[*fault.Error](cause); ok {
		f.RetryAfter = told.RetryAfter
	}
	return f
}

func isBusy(err error) bool {
	_, busy := errors.AsType[*capture.Busy](err)
	return busy
}
