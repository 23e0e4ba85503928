package admin

import (
	"context"
	"time"

	"engram/internal/account"
	"engram/internal/admin"
	"engram/internal/fault"
	"engram/internal/httpapi/wire"
)

type wireAccount struct {
	ID        string     `json:"id"`
	Username  string     `json:"username"`
	Email     string     `json:"email" doc:"Empty until known."`
	Role      string     `json:"role" enum:"member,owner"`
	CreatedAt time.Time  `json:"createdAt"`
	LastSeen  *time.Time `json:"lastSeenAt" doc:"To the hour; null when it is not known."`
	Disabled  bool       `json:"disabled"`
	Memories  int        `json:"memories"`
	Bytes     int64      `json:"bytes" doc:"Of their files."`
	You       bool       `json:"you" doc:"The one that asks."`
}

type peopleInput struct {
	After string `query:"after" doc:"The id of the last of those before."`
}

type accountsOutput struct {
	Body struct {
		People []wireAccount `json:"people" nullable:"false"`
		More   bool          `json:"more" doc:"There are others after these."`
		Files  struct {
			Count int   `json:"count"`
			Bytes int64 `json:"bytes"`
		} `json:"files" doc:"Of all people, whichever are listed."`
	}
}

func (p Parts) people(ctx context.Context, id account.Identity, in *peopleInput) (*accountsOutput, error) {
	page, err := p.Admin.People(ctx, in.After)
	out := &accountsOutput{}
	out.Body.People, out.Body.More = []wireAccount{}, page.More
	out.Body.Files.Count, out.Body.Files.Bytes = page.Files, page.Bytes
	for _, one := range page.People {
		out.Body.People = append(out.Body.People, wireAccount{
			ID: one.ID, Username: one.Username, Email: one.Email, Role: string(one.Role), CreatedAt: one.CreatedAt,
			LastSeen: wire.TimeOrNull(one.LastSeen), Disabled: one.Disabled, Memories: one.Memories, Bytes: one.Bytes, You: one.ID == id.User().ID,
		})
	}
	return out, err
}

type roleInput struct {
	ID   string `path:"id"`
	Body struct {
		Role string `json:"role" enum:"member,owner"`
	}
}

func (p Parts) setRole(ctx context.Context, _ account.Identity, in *roleInput) (*wire.MessageOutput, error) {
	return wire.Message("Role saved"), p.Admin.SetRole(ctx, in.ID, account.Role(in.Body.Role))
}

type disabledInput struct {
	ID   string `path:"id"`
	Body struct {
		Disabled *bool `json:"disabled" required:"true" nullable:"false"`
	}
}

func (p Parts) setDisabled(ctx context.Context, id account.Identity, in *disabledInput) (*wire.MessageOutput, error) {
	switch {
	case in.Body.Disabled == nil:
		return nil, fault.New(fault.Invalid, "Please say whether the account is disabled")
	case !*in.Body.Disabled:
		return wire.Message("The account is enabled"), p.Admin.Enable(ctx, in.ID)
	}
	if err := another(id, in.ID); err != nil {
		return nil, err
	}
	return wire.Message("The account is disabled, and its sessions have ended"), p.Admin.Disable(ctx, in.ID)
}

type personInput struct {
	ID string `path:"id"`
}

type newPasswordOutput struct {
	Body struct {
		Password string `json:"password" doc:"Told this once, to hand on."`
	}
}

func (p Parts) resetPassword(ctx context.Context, id account.Identity, in *personInput) (*newPasswordOutput, error) {
	if err := another(id, in.ID); err != nil {
		return nil, err
	}
	password, err := admin.NewPassword()
	if err != nil {
		return nil, err
	}
	out := &newPasswordOutput{}
	out.Body.Password = password
	return out, p.Admin.ResetPassword(ctx, in.ID, password)
}

// another refuses what an owner can't mean for themselves: it would shut them out.
func another(id account.Identity, userID string) error {
	if id.User().ID == userID {
		return fault.New(fault.Conflict, "This is your own account")
	}
	return nil
}
