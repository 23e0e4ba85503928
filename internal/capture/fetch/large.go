package fetch

import (
	"context"
	"io"
	"net/http"

	"engram/internal/capture"
	"engram/internal/fault"
)

// Few bodies are larger than a page may be, and one of them can be as large as Config.MaxPDF. Were each of the fetches that
// are under way such a one, they would hold 400 MB by the defaults. So large ones come in two at a time, and what a Client
// holds stays below 2 × MaxPDF + Total × 5 MB, and twice that for the moment in which a body is put together: by the
// defaults 260 MB at the very worst, and a few MB on any ordinary day. What has been returned is the caller's, and so is
// the bound on it.
const (
	large    = 5 << 20 // bytes: no ordinary page ever waits
	maxLarge = 2
)

// scale passes a body on until it has become large; then it waits for one of the places.
type scale struct {
	io.Reader
	weight int64
	wait   func() error // nil when it has been called
}

func (s *scale) Read(p []byte) (int, error) {
	if s.weight > large && s.wait != nil {
		if err := s.wait(); err != nil {
			return 0, err
		}
		s.wait = nil
	}
	n, err := s.Reader.Read(p)
	s.weight += int64(n)
	return n, err
}

// weighed goes by what comes out of a body, not by what its server announces: announcing costs nothing.
func (v *visit) weighed(resp *http.Response) io.Reader {
	return &scale{Reader: resp.Body, wait: func() error { return v.growLarge(resp.Request.Context()) }}
}

// growLarge takes one of the places for large bodies, and waits for it until the fetch's time is up. That none came free is
// nothing to tell a person: the memory waits for another turn, which comes when those in hand have ended.
func (v *visit) growLarge(ctx context.Context) error {
	select {
	case v.client.larges <- struct{}{}:
		v.isLarge = true
		return nil
	case <-ctx.Done():
	}
	if v.request.Follow {
		return fault.New(fault.Unavailable, msgCrowded)
	}
	return &capture.Busy{After: v.limit}
}

// end gives back what the visit holds.
func (v *visit) end() {
	if v.isLarge {
		<-v.client.larges
	}
	v.turn.leave()
}
