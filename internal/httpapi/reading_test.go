package httpapi_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"engram/internal/ask"
	"engram/internal/embed"
	"engram/internal/httpapi"
)

// progress is an embed.ProgressStore in which each model lacks one passage.
type progress struct{ broken error }

func (s progress) Progress(_ context.Context, _, model string) (embed.Progress, error) {
	if model == "" {
		return embed.Progress{Passages: 2141}, s.broken
	}
	return embed.Progress{Read: 2140, Passages: 2141}, s.broken
}

func (s progress) TotalProgress(context.Context, string) (embed.Progress, error) {
	return embed.Progress{}, s.broken
}

func TestReading(t *testing.T) {
	for name, test := range map[string]struct {
		model string
		shelf progress
		code  int
		want  string
	}{
		"with a model its progress is returned": {"small", progress{}, 200, `{"model":"small","read":2140,"passages":2141}`},
		"without one nothing is read":           {"", progress{}, 200, `{"model":"","read":0,"passages":2141}`},
		"an internal failure reveals nothing":   {"small", progress{errors.New("disk on fire at /srv/engram")}, 500, `message`},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAPI(t, func(p *httpapi.Parts, _ *ask.Parts) {
				p.Reading = embed.NewTracker(test.shelf, func(bool) string { return test.model })
			})
			got := a.call(http.MethodGet, "/api/v1/reading", "")
			if got.Code != test.code || !strings.Contains(got.Body.String(), test.want) || strings.Contains(got.Body.String(), "/srv") {
				t.Errorf("got %d %s, want %s", got.Code, got.Body, test.want)
			}
		})
	}
}
