// Package video reads the metadata of recordings and their captions.
//
// It calls a service's public API, usually oEmbed, and reads missing fields from the recording's
// page. A file is read by its first bytes. Any other address is a page that may have a player.
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

const maxReaders = 2 // of captions at once

const (
	fetchTimeout  = 5 * time.Second  // of each fetch, from its slot on
	followTimeout = 10 * time.Second // of all fetches after the first
)

// Source is the capture.Source of videos.
type Source struct {
	fetcher capture.Fetcher
	pages   capture.PageReader
	readers chan struct{} // semaphore of caption readers
}

var _ capture.Source = (*Source)(nil)

// New returns a Source that fetches with f and reads pages with pages.
func New(f capture.Fetcher, pages capture.PageReader) *Source {
	return &Source{f, pages, make(chan struct{}, maxReaders)}
}

// Read implements capture.Source. It makes one queued fetch and, within ten seconds, the few that
// follow from it. Description and captions are the sections, captions with their second.
func (s *Source) Read(ctx context.Context, m memory.Memory, report func(memory.Step)) (capture.Document, error) {
	u, err := url.Parse(m.URL)
	if err != nil {
		return capture.Document{}, fault.Wrap(fault.Invalid, "This is not the address of a video.", err)
	}
	v := &visit{Source: s, userID: m.UserID, report: report}
	defer v.release()
	doc, err := v.read(ctx, u)
	if err != nil {
		return capture.Document{}, err
	}
	return withChapters(tidy(doc)), nil
}

// visit is the state of one Read.
type visit struct {
	*Source
	userID  string
	report  func(memory.Step)
	held    []capture.Page
	until   time.Time // deadline of the fetches after the first; zero before
	reading bool      // the Reading step was reported
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

// fetch fetches one address. The first may be Busy; the others have priority.
func (v *visit) fetch(ctx context.Context, r capture.Request) (capture.Page, error) {
	first := v.until.IsZero()
	if !first {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, v.until)
		defer cancel()
	}
	r.UserID, r.Priority, r.Timeout = v.userID, !first, fetchTimeout
	if first {
		r.OnStart = func() { v.report(memory.Fetching) }
	}
	page, err := v.fetcher.Fetch(ctx, r)
	if first {
		v.until = time.Now().Add(followTimeout)
	}
	if err == nil && !v.reading {
		v.reading = true
		v.report(memory.Reading)
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

// refused reports whether the response was that the recording does not exist or is not accessible.
func refused(err error) bool {
	switch capture.StatusOf(err) {
	case 401, 403, 404, 410, 451:
		return true
	}
	return errors.Is(err, errGone)
}

// orGone replaces a refusal by a message about recordings.
func orGone(err error) error {
	if refused(err) {
		return errGone
	}
	return err
}

// later returns a fault for what a retry may get, at the time that the cause says.
func later(message string, cause error) error {
	f := fault.Wrap(fault.Unavailable, message, cause)
	if known, ok := errors.AsType[*fault.Error](cause); ok {
		f.RetryAfter = known.RetryAfter
	}
	return f
}

func isBusy(err error) bool {
	_, busy := errors.AsType[*capture.Busy](err)
	return busy
}
