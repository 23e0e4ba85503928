package imports

import (
	"context"
	"time"

	"engram/internal/account"
	"engram/internal/httpapi/wire"
)

// WireRefusal is a file of the watched folder that is not taken in.
type WireRefusal struct {
	Path  string     `json:"path" doc:"Below the caller's folder."`
	Why   string     `json:"why"`
	Again *time.Time `json:"again" doc:"When it is tried again; null: once it changes."`
}

type watchedOutput struct {
	Body struct {
		Refused []WireRefusal `json:"refused" nullable:"false" doc:"The first 100, by path."`
		Count   int           `json:"count" doc:"Of all that are refused."`
		Full    bool          `json:"full" doc:"The folder has more than 100,000 files: those behind the first are not looked at."`
	}
}

func (p Parts) watched(_ context.Context, id account.Identity, _ *struct{}) (*watchedOutput, error) {
	report := p.Watched.Report(id.User().ID)
	out := &watchedOutput{}
	out.Body.Count, out.Body.Full, out.Body.Refused = report.Count, report.Full, make([]WireRefusal, len(report.Files))
	for i, f := range report.Files {
		out.Body.Refused[i] = WireRefusal{f.Path, f.Why, wire.Time(f.Again)}
	}
	return out, nil
}
