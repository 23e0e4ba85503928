package httpapi

import (
	"context"

	"engram/internal/account"
	"engram/internal/fault"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/plan"
)

// Credentials are the fields of both forms.
type Credentials struct {
	Username string `json:"username" doc:"3 to 10 letters A to Z, one whatever their case."`
	Password string `json:"password" doc:"8 to 20 characters with an uppercase and a lowercase letter, a digit and one of !@#$%^&*(),.?\":{}|<>."`
}

type credentialsInput struct{ Body Credentials }

type signUpInput struct {
	Body struct {
		Credentials
		Invitation string `json:"invitation,omitempty" doc:"The token of an invitation's link, where one is needed."`
	}
}

type invitationInput struct {
	Body struct {
		Invitation string `json:"invitation" doc:"The token of an invitation's link."`
	}
}

type tokenOutput struct {
	Body struct {
		Token string `json:"token" doc:"The login credential, sent raw in the authorization header."`
	}
}

func (a *api) signUp(ctx context.Context, in *signUpInput) (*tokenOutput, error) {
	token, err := a.Accounts.SignUp(ctx, route.AddressOf(ctx), in.Body.Username, in.Body.Password, in.Body.Invitation)
	return tokenAnswer(token), err
}

func (a *api) checkInvitation(ctx context.Context, in *invitationInput) (*wire.MessageOutput, error) {
	return wire.Message("This invitation is valid"), a.Accounts.CheckInvitation(ctx, route.AddressOf(ctx), in.Body.Invitation)
}

func (a *api) signIn(ctx context.Context, in *credentialsInput) (*tokenOutput, error) {
	token, err := a.Accounts.SignIn(ctx, route.AddressOf(ctx), in.Body.Username, in.Body.Password)
	if kind := fault.KindOf(err); kind == fault.Unauthenticated || kind == fault.Limit {
		a.Log.Warn("failed sign-in", "address", route.HostOf(ctx)) // fail2ban reads this line (docs/operations.md)
	}
	return tokenAnswer(token), err
}

func tokenAnswer(token string) *tokenOutput {
	out := &tokenOutput{}
	out.Body.Token = token
	return out
}

func (a *api) signOut(ctx context.Context, id account.Identity, _ *struct{}) (*wire.MessageOutput, error) {
	return wire.Message("Signed out"), a.Accounts.SignOut(ctx, id)
}

type usernameOutput struct {
	Body struct {
		Username string `json:"username"`
	}
}

func (a *api) username(_ context.Context, id account.Identity, _ *struct{}) (*usernameOutput, error) {
	out := &usernameOutput{}
	out.Body.Username = id.User().Username
	return out, nil
}

type userOutput struct {
	Body struct {
		Username     string  `json:"username"`
		Email        *string `json:"email" doc:"Null until known."`
		IsPremium    *bool   `json:"isPremium,omitempty" doc:"Absent in personal mode, where nothing is sold."`
		Subscription *string `json:"subscription" doc:"Names the subscription; null when there is none."`
		Role         string  `json:"role,omitempty" enum:"owner" doc:"An owner may make the calls of /api/v1/admin; absent: a member."`
		SupportEmail string  `json:"supportEmail" doc:"The address to turn to."`

		UseAIProviders bool        `json:"useAIProviders" doc:"What is asked and was saved may be sent to the AI provider."`
		AIProvider     *AIProvider `json:"aiProvider,omitempty" doc:"Absent when the operator chose none: then nothing ever leaves."`
	}
}

func (a *api) user(_ context.Context, id account.Identity, _ *struct{}) (*userOutput, error) {
	u := id.User()
	out := &userOutput{}
	out.Body.Username = u.Username
	out.Body.Email = orNull(u.Email)
	if !a.Personal {
		out.Body.IsPremium = new(u.Plan == plan.Pro)
	}
	if u.Role == account.Owner {
		out.Body.Role = string(u.Role)
	}
	out.Body.Subscription = orNull(u.Subscription)
	out.Body.SupportEmail = a.Support
	out.Body.UseAIProviders, out.Body.AIProvider = !u.Private, a.AI
	return out, nil
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

type passwordInput struct {
	Body struct {
		OldPassword string `json:"oldPassword"`
		NewPassword string `json:"newPassword"`
	}
}

func (a *api) resetPassword(ctx context.Context, id account.Identity, in *passwordInput) (*wire.MessageOutput, error) {
	return wire.Message("Password updated successfully"), a.Accounts.ChangePassword(ctx, id, in.Body.OldPassword, in.Body.NewPassword)
}

type emailInput struct {
	Body struct {
		Email string `json:"email" doc:"An address of at most 254 bytes; empty: none any more."`
	}
}

func (a *api) setEmail(ctx context.Context, id account.Identity, in *emailInput) (*wire.MessageOutput, error) {
	return wire.Message("Email saved"), a.Accounts.SetEmail(ctx, id, in.Body.Email)
}

type aiProvidersInput struct {
	Body struct {
		Use *bool `json:"use" required:"true" nullable:"false"`
	}
}

func (a *api) setAIProviders(ctx context.Context, id account.Identity, in *aiProvidersInput) (*wire.MessageOutput, error) {
	if in.Body.Use == nil {
		return nil, fault.New(fault.Invalid, "Please say whether AI providers may be used")
	}
	said := "AI providers may be used"
	if !*in.Body.Use {
		said = "Nothing of yours is sent to AI providers from your next question on"
	}
	return wire.Message(said), a.Accounts.SetUseAI(ctx, id, *in.Body.Use)
}

func (a *api) limitsOf(id account.Identity) plan.Limits { return a.Plans.For(id.User().Plan) }
