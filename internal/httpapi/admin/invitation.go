package admin

import (
	"context"
	"time"

	"engram/internal/account"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
)

type wireInvitation struct {
	ID        string     `json:"id"`
	InvitedBy string     `json:"invitedBy"`
	CreatedAt time.Time  `json:"createdAt"`
	ExpiresAt time.Time  `json:"expiresAt"`
	UsedAt    *time.Time `json:"usedAt" doc:"Null until it is used."`
	UsedBy    string     `json:"usedBy" doc:"The name that was chosen; empty until then."`
}

func wireOf(i account.Invitation) wireInvitation {
	return wireInvitation{
		ID: i.ID, InvitedBy: i.InvitedBy, CreatedAt: i.CreatedAt, ExpiresAt: i.ExpiresAt, UsedAt: wire.TimeOrNull(i.UsedAt), UsedBy: i.UsedBy,
	}
}

type invitationsOutput struct {
	Body struct {
		Invitations []wireInvitation `json:"invitations" nullable:"false" doc:"At most 100."`
	}
}

func (p Parts) invitations(ctx context.Context, id account.Identity, _ *struct{}) (*invitationsOutput, error) {
	all, err := p.Accounts.Invitations(ctx, id)
	out := &invitationsOutput{}
	out.Body.Invitations = []wireInvitation{}
	for _, i := range all {
		out.Body.Invitations = append(out.Body.Invitations, wireOf(i))
	}
	return out, err
}

type inviteOutput struct {
	Body struct {
		Link       string         `json:"link" doc:"Told this once. Whoever has it may make one account."`
		Invitation wireInvitation `json:"invitation"`
	}
}

// invite puts the token behind the #, which no proxy logs.
func (p Parts) invite(ctx context.Context, id account.Identity, _ *struct{}) (*inviteOutput, error) {
	token, i, err := p.Accounts.Invite(ctx, id)
	out := &inviteOutput{}
	out.Body.Link, out.Body.Invitation = route.OriginOf(ctx)+"/auth/signup#invitation="+token, wireOf(i)
	return out, err
}

type invitationInput struct {
	ID string `path:"id"`
}

func (p Parts) revoke(ctx context.Context, id account.Identity, in *invitationInput) (*wire.MessageOutput, error) {
	return wire.Message("The invitation is revoked"), p.Accounts.Revoke(ctx, id, in.ID)
}
