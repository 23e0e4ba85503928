package fetch

import (
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
)

// Few bodies are larger than a page may be, and one of them can be as large as Config.MaxPDF. Were each of the fetches that
// are under way such a one, they would hold 400 MB by the defaults. So there are few places for large ones, and each is
// held until the caller has released its page. What a Client and its callers hold of large bodies stays below
// maxLarge × MaxPDF, and what it holds of others below Total × 5 MB; twice that for the moment in which a body is put
// together.
const (
	large      = 5 << 20 // bytes: no ordinary page needs a place
	maxLarge   = 4
	largeLater = 20 * time.Second // until whoever found no place comes again, or up to twice that
)

// take reads a body up to a limit. One that is large needs a place: before it is read when its server announces so many
// bytes, else as soon as it shows.
func (v *visit) take(body io.Reader, limit, announced int64) ([]byte, error) {
	if min(limit, announced) > large {
		if err := v.growLarge(); err != nil {
			return nil, err
		}
	}
	return io.ReadAll(&scale{Reader: io.LimitReader(body, limit), visit: v})
}

// scale passes a body on, and sees it become large.
type scale struct {
	io.Reader
	visit  *visit
	weight int64
}

func (s *scale) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	s.weight += int64(n)
	if s.weight > large && s.visit.release == nil {
		if err := s.visit.growLarge(); err != nil {
			return 0, err
		}
	}
	return n, err
}

// growLarge takes one of the places for large bodies. That none is free is nothing to tell a person: the memory waits for
// another turn, and holds nothing meanwhile.
func (v *visit) growLarge() error {
	places := v.client.larges
	select {
	case places <- struct{}{}:
		v.release = sync.OnceFunc(func() { <-places })
		return nil
	default:
	}
	if v.request.Follow {
		return fault.New(fault.Unavailable, msgCrowded)
	}
	return &capture.Busy{After: largeLater + rand.N(largeLater)} // spread out, since all of a crowd are told
}
