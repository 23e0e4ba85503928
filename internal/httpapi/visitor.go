package httpapi

import (
	"context"
	"net/http"

	"engram/internal/fault"
	"engram/internal/plan"
)

type wirePlan struct {
	ID              string   `json:"id" enum:"free,pro,enterprise"`
	Name            string   `json:"name"`
	Monthly         *int     `json:"monthly" doc:"The price of a month in US cents; null where there is none."`
	Annual          *int     `json:"annual" doc:"The price of a year in US cents; null where there is none."`
	Features        []string `json:"features" nullable:"false"`
	UpgradeFeatures []string `json:"upgradeFeatures" nullable:"false" doc:"What whoever is about to pay reads."`
	AnnualFeatures  []string `json:"annualFeatures" nullable:"false" doc:"What a year adds to that."`
	Limits          []string `json:"limits" nullable:"false" doc:"What holds besides, such as how many memories are kept."`
	Footnote        string   `json:"footnote,omitempty" doc:"What a feature means where it does not say enough."`
}

// wirePlans is what GET plans answers.
type wirePlans struct {
	Plans         []wirePlan `json:"plans" nullable:"false" doc:"The cheapest first."`
	GuaranteeDays int        `json:"guaranteeDays" doc:"How long money can be asked back."`
}

type plansOutput struct{ Body wirePlans }

func (a *api) plans(context.Context, *struct{}) (*plansOutput, error) {
	return &plansOutput{plansOf(a.Plans)}, nil
}

func plansOf(table plan.Table) wirePlans {
	out := wirePlans{GuaranteeDays: plan.GuaranteeDays}
	for _, t := range table.Tiers() {
		out.Plans = append(out.Plans, wirePlan{
			ID: t.ID, Name: t.Name, Monthly: t.Monthly, Annual: t.Annual,
			Features: list(t.Features), UpgradeFeatures: list(t.UpgradeFeatures), AnnualFeatures: list(t.AnnualFeatures),
			Limits: list(t.Limits), Footnote: t.Footnote,
		})
	}
	return out
}

// list is never null in JSON.
func list(s []string) []string { return append([]string{}, s...) }

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

// joinWaitlist answers an email that is on the list with the specification's 411.
func (a *api) joinWaitlist(ctx context.Context, in *waitlistInput) (*messageOutput, error) {
	err := a.Waitlist.Join(ctx, addressOf(ctx), in.Body.Item, in.Body.Email)
	if fault.KindOf(err) == fault.Conflict {
		return nil, &wireError{http.StatusLengthRequired, err.Error()}
	}
	return message("Added to waitlist"), err
}
