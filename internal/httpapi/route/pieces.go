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
	pieceSize    = 128 << 10        // bytes of JSON written at once, roughly
	pieceTimeout = 30 * time.Second // for the reader to take one piece
)

// Pieces writes an answer, of JSON by default, piece by piece, so that a slow reader holds one piece of memory.
// Answers longer than one wait for a slot.
type Pieces struct {
	w       http.ResponseWriter
	control *http.ResponseController
	file    string // name of the answer if it is to be saved; empty: it is not
	now     func() time.Time
	enter   func() (leave func(), err error)
	release func() // nil: still short
	media   string
	buffer  bytes.Buffer
	encoder *json.Encoder
}

// InPieces streams what write writes. An error before the first piece is an ordinary error
// response; a partial answer never looks complete.
func (r *Router) InPieces(ctx context.Context, id account.Identity, write func(*Pieces) error) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		request, w := humago.Unwrap(hctx)
		p := &Pieces{w: w, control: http.NewResponseController(w), now: r.now, media: "application/json"}
		p.enter = func() (func(), error) { return r.long.acquire(ctx, id.User().ID) }
		p.encoder = json.NewEncoder(&p.buffer)
		p.encoder.SetEscapeHTML(false)
		defer p.close()
		err := write(p)
		if err == nil {
			err = p.write()
		}
		switch {
		case err == nil:
		case p.release == nil:
			wire.WriteFault(w, request, r.log, err)
		default:
			r.log.Debug("a long answer was cut off", "path", request.URL.Path, "error", err)
			panic(http.ErrAbortHandler)
		}
	}}
}

// Text adds raw JSON.
func (p *Pieces) Text(json string) { p.buffer.WriteString(json) }

// As makes the answer another kind of text, of which Text adds pieces. It is called before Flush.
func (p *Pieces) As(media string) { p.media = media }

// Named makes the answer a file to be saved under a plain ASCII name. It is called before Flush.
func (p *Pieces) Named(file string) { p.file = file }

// Value adds a value as JSON.
func (p *Pieces) Value(v any) error {
	err := p.encoder.Encode(v)
	p.buffer.Truncate(max(0, p.buffer.Len()-1)) // the newline
	return err
}

// Reopen removes the closing brace of the last value, so that fields can follow.
func (p *Pieces) Reopen() { p.buffer.Truncate(p.buffer.Len() - 1) }

// Stretch adds a part of a JSON string.
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

// Flush writes the buffer if it is large enough.
func (p *Pieces) Flush() (err error) {
	if p.buffer.Len() < pieceSize {
		return nil
	}
	if p.release == nil {
		if p.release, err = p.enter(); err != nil {
			return err
		}
	}
	return p.write()
}

func (p *Pieces) write() error {
	p.w.Header().Set("Content-Type", p.media)
	if p.file != "" {
		p.w.Header().Set("Content-Disposition", `attachment; filename="`+p.file+`"`)
	}
	_ = p.control.SetWriteDeadline(p.now().Add(pieceTimeout))
	_, err := p.w.Write(p.buffer.Bytes())
	p.buffer.Reset()
	return err
}

func (p *Pieces) close() {
	if p.release != nil {
		p.release()
	}
}
