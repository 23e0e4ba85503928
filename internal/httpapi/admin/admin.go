// Package admin is the calls that owners alone may make.
package admin

import (
	"context"

	"engram/internal/account"
	"engram/internal/admin"
	"engram/internal/embed"
	"engram/internal/httpapi/route"
)

// Parts are the dependencies of the calls.
type Parts struct {
	Admin    *admin.Service
	Accounts *account.Service
	Reading  *embed.Tracker
	Backups  Backups
}

// Register adds the calls to a router.
func Register(r *route.Router, p Parts) {
	owners(r, "GET /api/v1/admin/overview", 0, "How this Engram is: storage, jobs, the encoder's progress", p.overview)
	owners(r, "POST /api/v1/admin/jobs/{id}/retry", route.SmallBody, "Have a failed job done now", p.retry, 404)
	owners(r, "GET /api/v1/admin/backups", 0, "The backups that are there, and those that failed", p.backups)
	owners(r, "POST /api/v1/admin/backups", route.SmallBody, "Have a backup made now", p.makeBackup)
	owners(r, "GET /api/v1/admin/people", 0, "Everybody who has an account, the oldest first", p.people)
	owners(r, "PUT /api/v1/admin/people/{id}/role", route.SmallBody, "Make somebody an owner or a member", p.setRole, 400, 404, 409)
	owners(r, "PUT /api/v1/admin/people/{id}/disabled", route.SmallBody, "Disable an account, which ends its sessions, or enable it", p.setDisabled, 400, 404, 409)
	owners(r, "POST /api/v1/admin/people/{id}/password", route.SmallBody, "Give an account a new password, which ends its sessions", p.resetPassword, 404, 409)
	owners(r, "GET /api/v1/admin/invitations", 0, "Every owner's invitations, the latest first", p.invitations)
	owners(r, "POST /api/v1/admin/invitations", route.SmallBody, "Make an invitation", p.invite)
	owners(r, "DELETE /api/v1/admin/invitations/{id}", route.SmallBody, "Revoke an unused invitation", p.revoke, 404)
}

// owners registers a call that only owners may make.
func owners[I, O any](r *route.Router, path string, maxBody int64, summary string, handle func(context.Context, account.Identity, *I) (*O, error), errors ...int) {
	route.SignedIn(r, path, maxBody, summary, func(ctx context.Context, id account.Identity, in *I) (*O, error) {
		if err := id.MustOwn(); err != nil {
			return nil, err
		}
		return handle(ctx, id, in)
	}, append(errors, 403)...)
}
