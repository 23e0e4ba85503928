package admin

import (
	"context"
	"time"

	"engram/internal/account"
	"engram/internal/httpapi/wire"
)

type wireJob struct {
	ID       int64      `json:"id"`
	Kind     string     `json:"kind"`
	Error    string     `json:"error" doc:"What the last attempt ended with."`
	Attempts int        `json:"attempts"`
	FailedAt time.Time  `json:"failedAt"`
	NextAt   *time.Time `json:"nextAt" doc:"When it is tried again; null when it was given up."`
}

type wireFailure struct {
	Reason string `json:"reason"`
	Count  int    `json:"count" doc:"Memories that could not be captured for that reason."`
}

type overviewOutput struct {
	Body struct {
		Version string `json:"version"`
		Storage struct {
			Database int64 `json:"database" doc:"Bytes, here and below."`
			Free     int64 `json:"free" doc:"On the disk of the data directory."`
		} `json:"storage"`
		Reading struct {
			Model    string `json:"model" doc:"Empty when searches go by words alone."`
			Read     int64  `json:"read"`
			Passages int64  `json:"passages"`
		} `json:"reading" doc:"How far the encoder is, for everybody."`
		Jobs struct {
			Waiting  int           `json:"waiting"`
			Failed   []wireJob     `json:"failed" nullable:"false" doc:"Whose last attempt failed, the latest first; at most 50."`
			Captures []wireFailure `json:"captures" nullable:"false" doc:"Why captures came to nothing, the most frequent first; at most 50."`
		} `json:"jobs"`
	}
}

func (p Parts) overview(ctx context.Context, _ account.Identity, _ *struct{}) (*overviewOutput, error) {
	o, err := p.Admin.Overview(ctx)
	if err != nil {
		return nil, err
	}
	progress, err := p.Reading.OfAll(ctx)
	if err != nil {
		return nil, err
	}
	out := &overviewOutput{}
	b := &out.Body
	b.Version = o.Version
	b.Storage.Database, b.Storage.Free = o.Database, o.Free
	b.Reading.Model, b.Reading.Read, b.Reading.Passages = progress.Model, progress.Read, progress.Passages
	b.Jobs.Waiting, b.Jobs.Failed, b.Jobs.Captures = o.Waiting, []wireJob{}, []wireFailure{}
	for _, j := range o.Failed {
		b.Jobs.Failed = append(b.Jobs.Failed, wireJob{j.ID, j.Kind, j.Error, j.Attempts, j.FailedAt, wire.TimeOrNull(j.NextAt)})
	}
	for _, f := range o.Failures {
		b.Jobs.Captures = append(b.Jobs.Captures, wireFailure(f))
	}
	return out, nil
}

type jobInput struct {
	ID int64 `path:"id"`
}

func (p Parts) retry(ctx context.Context, _ account.Identity, in *jobInput) (*wire.MessageOutput, error) {
	return wire.Message("It is done anew"), p.Admin.Retry(ctx, in.ID)
}
