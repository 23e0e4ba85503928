package httpapi

import (
	"context"

	"engram/internal/account"
)

type readingOutput struct {
	Body struct {
		Model    string `json:"model" doc:"Names what reads; empty when searches go by words alone, and then nothing is read."`
		Read     int64  `json:"read" minimum:"0" doc:"Passages of the caller that the model has read closely. Until then a passage is found by its words alone."`
		Passages int64  `json:"passages" minimum:"0" doc:"Passages that the caller's memories have."`
	}
}

func (a *api) reading(ctx context.Context, id account.Identity, _ *struct{}) (*readingOutput, error) {
	p, err := a.Reading.Of(ctx, id.User().ID, id.User().Private)
	if err != nil {
		return nil, err
	}
	out := &readingOutput{}
	out.Body.Model, out.Body.Read, out.Body.Passages = p.Model, p.Read, p.Passages
	return out, nil
}
