// Package visitor is the calls of a public service that anyone may make: about its plans, whom to write to, and
// what is to come.
package visitor

import (
	"context"
	"log/slog"
	"net/http"

	"engram/internal/fault"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/people"
	"engram/internal/plan"
	"engram/internal/waitlist"
)

// Parts are the dependencies of the calls.
type Parts struct {
	Plans          plan.Table
	People         *people.Service // nil: none
	Waitlist       *waitlist.Service
	Support, Sales string // email addresses
	Log            *slog.Logger
}

// Register adds the calls.
func Register(r *route.Router, p Parts) {
	route.Public(r, "GET /api/v1/plans", 0, "The plans: prices, limits in words, features", p.plans)
	route.Public(r, "GET /api/v1/contact", 0, "The addresses to write to", p.contact)
	route.Public(r, "GET /api/v1/people", 0, "Made-up people for the landing page", p.people)
	route.Public(r, "POST /api/v1/waitlist", route.SmallBody, "Hear of what is to come", p.joinWaitlist, 400, 411, 429)
}

type plansOutput struct{ Body wire.Plans }

func (p Parts) plans(context.Context, *struct{}) (*plansOutput, error) {
	return &plansOutput{wire.PlansOf(p.Plans)}, nil
}

type contactOutput struct {
	Body struct {
		SupportEmail string `json:"supportEmail"`
		SalesEmail   string `json:"salesEmail" doc:"For inquiries about Enterprise."`
	}
}

func (p Parts) contact(context.Context, *struct{}) (*contactOutput, error) {
	out := &contactOutput{}
	out.Body.SupportEmail, out.Body.SalesEmail = p.Support, p.Sales
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

func (p Parts) people(ctx context.Context, _ *struct{}) (*peopleOutput, error) {
	out := &peopleOutput{CacheControl: "no-cache"}
	out.Body.People = []wirePerson{}
	if p.People == nil {
		return out, nil
	}
	found, err := p.People.List(ctx)
	if err != nil {
		p.Log.Info("no other people for the landing page", "error", err)
	}
	for _, shown := range found {
		out.Body.People = append(out.Body.People, wirePerson{shown.Name, shown.Picture})
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
func (p Parts) joinWaitlist(ctx context.Context, in *waitlistInput) (*wire.MessageOutput, error) {
	err := p.Waitlist.Join(ctx, route.AddressOf(ctx), in.Body.Item, in.Body.Email)
	if fault.KindOf(err) == fault.Conflict {
		return nil, &wire.Error{Status: http.StatusLengthRequired, Message: err.Error()}
	}
	return wire.Message("Added to waitlist"), err
}
