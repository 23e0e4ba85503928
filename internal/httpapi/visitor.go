package httpapi

import (
	"context"
	"net/http"

	"engram/internal/fault"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
)

type plansOutput struct{ Body wire.Plans }

func (a *api) plans(context.Context, *struct{}) (*plansOutput, error) {
	return &plansOutput{wire.PlansOf(a.Plans)}, nil
}

type contactOutput struct {
	Body struct {
		SupportEmail string `json:"supportEmail"`
		SalesEmail   string `json:"salesEmail" doc:"For inquiries about Enterprise."`
	}
}

func (a *api) contact(context.Context, *struct{}) (*contactOutput, error) {
	out := &contactOutput{}
	out.Body.SupportEmail, out.Body.SalesEmail = a.Support, a.Sales
	return out, nil
}

type wirePerson struct {
	Name       string `json:"name"`
	PictureURL string `json:"pictureUrl" doc:"A data: address."`
}

type peopleOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		People []wirePerson `json:"people" nullable:"false" doc:"Three, or none where there are none to show now."`
	}
}

func (a *api) people(ctx context.Context, _ *struct{}) (*peopleOutput, error) {
	out := &peopleOutput{CacheControl: "no-cache"}
	out.Body.People = []wirePerson{}
	if a.People == nil {
		return out, nil
	}
	found, err := a.People.List(ctx)
	if err != nil {
		a.Log.Info("no other people for the landing page", "error", err)
	}
	for _, p := range found {
		out.Body.People = append(out.Body.People, wirePerson{p.Name, p.Picture})
	}
	return out, nil
}

type waitlistInput struct {
	Body struct {
		Item  string `json:"item" doc:"What is to come, such as the title of its page."`
		Email string `json:"email"`
	}
}

// joinWaitlist answers an email that is on the list with the specified status 411.
func (a *api) joinWaitlist(ctx context.Context, in *waitlistInput) (*wire.MessageOutput, error) {
	err := a.Waitlist.Join(ctx, route.AddressOf(ctx), in.Body.Item, in.Body.Email)
	if fault.KindOf(err) == fault.Conflict {
		return nil, &wire.Error{Status: http.StatusLengthRequired, Message: err.Error()}
	}
	return wire.Message("Added to waitlist"), err
}
