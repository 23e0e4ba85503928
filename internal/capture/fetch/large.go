package fetch

import (
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
)

// Few bodies are larger than a page may be, but Total PDFs at once would hold 400 MB by default. So
// a body over largeSize needs one of maxLarge tokens, held until the caller releases its page. This
// bounds large bodies to maxLarge × MaxPDF and the others to Total × 5 MB, twice that while a body
// is assembled.
const (
	largeSize = 5 << 20 // bytes: no ordinary page needs a token
	maxLarge  = 4
	// minimum delay before a rejected fetch retries; at most twice that
	largeLater = 20 * time.Second
)

// readLimited reads a body up to a limit. A large one needs a token: before it is read if its
// length is declared, else once it exceeds largeSize.
func (v *visit) readLimited(body io.Reader, limit, announced int64) ([]byte, error) {
	if min(limit, announced) > largeSize {
		if err := v.acquireLarge(); err != nil {
			return nil, err
		}
	}
	return io.ReadAll(&countingReader{Reader: io.LimitReader(body, limit), visit: v})
}

// countingReader acquires a token once it has read more than largeSize.
type countingReader struct {
	io.Reader
	visit *visit
	read  int64
}

func (r *countingReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.read += int64(n)
	if r.read > largeSize && r.visit.release == nil {
		if err := r.visit.acquireLarge(); err != nil {
			return 0, err
		}
	}
	return n, err
}

// acquireLarge takes a token for a large body. If none is free the capture is retried later, which
// is not shown to the user.
func (v *visit) acquireLarge() error {
	tokens := v.client.larges
	select {
	case tokens <- struct{}{}:
		v.release = sync.OnceFunc(func() { <-tokens })
		return nil
	default:
	}
	if v.request.Priority {
		return fault.New(fault.Unavailable, msgCrowded)
	}
	// random, so that a crowd does not retry at once
	return &capture.Busy{After: largeLater + rand.N(largeLater)}
}
