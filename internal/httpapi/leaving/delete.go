package leaving

import (
	"context"

	"engram/internal/account"
	"engram/internal/fault"
	"engram/internal/httpapi/wire"
)

type leaveInput struct {
	Body struct {
		Username string `json:"username" doc:"The caller's, typed again."`
		Password string `json:"password"`
	}
}

func (c *calls) delete(ctx context.Context, id account.Identity, in *leaveInput) (*wire.MessageOutput, error) {
	if c.writing.has(id.User().ID) {
		return nil, fault.New(fault.Conflict, "Your export is still being written. Delete your account once you have all of it.")
	}
	err := c.Deletions.Begin(ctx, id, in.Body.Username, in.Body.Password)
	return wire.Message("Your account is deleted. Everything that it held is gone within the hour."), err
}
