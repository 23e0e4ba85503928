package token

import (
	"context"

	"engram/internal/account"
)

// Credentials joins the sessions and API tokens that links are bound to.
type Credentials struct {
	Accounts *account.Service
	Tokens   *Service
}

// SessionLasts reports whether a session or token of the user has not ended. Ids are unique among both.
func (c Credentials) SessionLasts(ctx context.Context, userID, id string) (bool, error) {
	lasts, err := c.Accounts.SessionLasts(ctx, userID, id)
	if lasts || err != nil {
		return lasts, err
	}
	return c.Tokens.Lasts(ctx, userID, id)
}
