package route

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"engram/internal/account"
	"engram/internal/httpapi/wire"
)

const (
	pieceSize    = 128 << 10        // bytes of JSON that are written at once, about
	pieceTimeout = 30 * time.Second // for one piece to be taken by the reader
)

// Pieces writes one JSON answer piece by piece, so that whoever reads slowly holds no more than a piece. An answer that
// becomes longer than one waits for its turn.
type Pieces struct {
	w       http.ResponseWriter
	control *http.ResponseController
	now     func() time.Time
	enter   func() (leave func(), err error)
	leave   func() // nil: it is short as yet
	buffer  bytes.Buffer
	encoder *json.Encoder
}

// InPieces answers a call with what write writes. What fails before the first piece is an error as of any other call; half
// an answer never passes for a whole one.
func (r *Router) InPieces(ctx context.Context, id account.Identity, write func(*Pieces) error) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		request, w := humago.Unwrap(hctx)
		p := &Pieces{w: w, control: http.NewResponseController(w), now: r.now}
		p.enter = func() (func(), error) { return r.long.enter(ctx, id.User().ID) }
		p.encoder = json.NewEncoder(&p.buffer)
		p.encoder.SetEscapeHTML(false)
		defer p.close()
		err := write(p)
		if err == nil {
			err = p.write()
		}
		switch {
		case err == nil:
		case p.leave == nil:
			wire.WriteFault(w, request, r.log, err)
		default:
			r.log.Debug("a long answer was cut off", "path", request.URL.Path, "error", err)
			panic(http.ErrAbortHandler)
		}
	}}
}

// Text adds JSON as it is.
func (p *Pieces) Text(json string) { p.buffer.WriteString(json) }

// Value adds a value as JSON.
func (p *Pieces) Value(v any) error {
	err := p.encoder.Encode(v)
	p.buffer.Truncate(max(0, p.buffer.Len()-1)) // the line's end
	return err
}

// Reopen takes the last value, an object, to be gone on with.
func (p *Pieces) Reopen() { p.buffer.Truncate(p.buffer.Len() - 1) }

// Stretch adds a stretch of a text that stands between quotes.
func (p *Pieces) Stretch(s string) error {
	from := p.buffer.Len()
	if err := p.Value(s); err != nil {
		return err
	}
	quoted := p.buffer.Bytes()[from:]
	copy(quoted, quoted[1:len(quoted)-1])
	p.buffer.Truncate(p.buffer.Len() - 2)
	return nil
}

// Flush writes what was added where that is a piece.
func (p *Pieces) Flush() (err error) {
	if p.buffer.Len() < pieceSize {
		return nil
	}
	if p.leave == nil {
		if p.leave, err = p.enter(); err != nil {
			return err
		}
	}
	return p.write()
}

func (p *Pieces) write() error {
	p.w.Header().Set("Content-Type", "application/json")
	_ = p.control.SetWriteDeadline(p.now().Add(pieceTimeout))
	_, err := p.w.Write(p.buffer.Bytes())
	p.buffer.Reset()
	return err
}

func (p *Pieces) close() {
	if p.leave != nil {
		p.leave()
	}
}
