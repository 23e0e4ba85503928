package app

import (
	"encoding/json"
	"fmt"
	"testing"

	"engram/internal/config"
	"engram/internal/embed/embedtest"
	"engram/internal/endpoint/endpointtest"
)

// progress is the response about how far a user's passages are read.
type progress struct {
	Model    string
	Read     int
	Passages int
}

func (e *engram) reading(token string) (p progress) {
	e.t.Helper()
	if err := json.Unmarshal([]byte(e.want(200, e.call("GET", "/api/v1/reading", token, nil)).raw), &p); err != nil {
		e.t.Fatal(err)
	}
	return p
}

// wantReading waits for that progress.
func (e *engram) wantReading(token string, want progress) {
	e.t.Helper()
	waitFor(e.t, fmt.Sprintf("what is read is %v", want), func() bool { return e.reading(token) == want })
}

func TestReading(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		whole := t
		endpoint := embedtest.New(t)
		cfg.AIURL, cfg.EmbeddingModel = endpoint.URL, "small"
		e := start(whole, cfg)
		ann, bob := e.user(), e.user()

		t.Run("reading progress needs a token", func(t *testing.T) {
			e.want(401, e.call("GET", "/api/v1/reading", "", nil))
		})
		t.Run("without memories there is nothing to read", func(t *testing.T) {
			e.wantReading(ann, progress{Model: "small"})
		})
		t.Run("saved passages get read, and users see their own progress", func(t *testing.T) {
			for range 3 {
				e.note(ann, "A note. "+randomName())
			}
			e.wantReading(ann, progress{"small", 3, 3})
			e.wantReading(bob, progress{Model: "small"})
		})
		t.Run("while the model does not respond nothing is read, and a restart loses nothing", func(t *testing.T) {
			endpoint.Always(endpointtest.Error(503, "", ""))
			e.note(ann, "One more. "+randomName())
			e.wantReading(ann, progress{"small", 3, 4})
			if err := e.app.Close(); err != nil {
				t.Fatal(err)
			}
			e = start(whole, cfg)
			e.wantReading(ann, progress{"small", 3, 4})
		})
		t.Run("without a model nothing is read", func(t *testing.T) {
			if err := e.app.Close(); err != nil {
				t.Fatal(err)
			}
			cfg.EmbeddingModel, cfg.Encoder = "", config.EncoderOff
			e = start(whole, cfg)
			e.wantReading(ann, progress{Passages: 4})
		})
	})
}
