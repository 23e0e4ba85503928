package wire

import "engram/internal/plan"

// Plan is a plan on its page.
type Plan struct {
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

// Plans is the response of GET plans.
type Plans struct {
	Plans         []Plan `json:"plans" nullable:"false" doc:"The cheapest first."`
	GuaranteeDays int    `json:"guaranteeDays" doc:"How long money can be asked back."`
}

// PlansOf returns the plans of a table.
func PlansOf(table plan.Table) Plans {
	out := Plans{GuaranteeDays: plan.GuaranteeDays}
	for _, t := range table.Tiers() {
		out.Plans = append(out.Plans, Plan{
			ID: t.ID, Name: t.Name, Monthly: t.Monthly, Annual: t.Annual,
			Features: list(t.Features), UpgradeFeatures: list(t.UpgradeFeatures), AnnualFeatures: list(t.AnnualFeatures),
			Limits: list(t.Limits), Footnote: t.Footnote,
		})
	}
	return out
}

// list returns a list that is never null in JSON.
func list(s []string) []string { return append([]string{}, s...) }
