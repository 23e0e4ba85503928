package plan_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"engram/internal/plan"
)

func TestTiers(t *testing.T) {
	table := plan.Table{Free: plan.Limits{Memories: 100, Documents: 2, SearchesPerDay: 20}, Pro: plan.Limits{Documents: 10}}
	tiers := table.Tiers()
	t.Run("LAND-16 UPG-01 three tiers are offered", func(t *testing.T) {
		var names []string
		for _, tier := range tiers {
			names = append(names, tier.Name)
		}
		if diff := cmp.Diff([]string{"Free", "Pro", "Enterprise"}, names); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("UPG-02 UPG-03 LAND-20 the prices of the tiers, in cents", func(t *testing.T) {
		free, pro, enterprise := tiers[0], tiers[1], tiers[2]
		if *free.Monthly != 0 || free.Annual != nil || *pro.Monthly != 999 || *pro.Annual != 9999 || *enterprise.Monthly != 4999 || enterprise.Annual != nil {
			t.Errorf("got %+v", tiers)
		}
	})
	t.Run("LAND-17 LAND-18 LAND-19 UPG-07 UPG-08 what the tiers hold", func(t *testing.T) {
		want := [][]string{
			{"20 searches per day", "2 document storage", "Basic support"},
			{"Unlimited searches", "10 document storage", "Priority support", "Customizable AI assistance"},
			{"Unlimited searches and storage", "API usage", "Dedicated account manager", "Enterprise-grade security"},
		}
		for i, tier := range tiers {
			if diff := cmp.Diff(want[i], tier.Features); diff != "" {
				t.Error(tier.Name, diff)
			}
		}
		if diff := cmp.Diff([]string{"Unlimited chat", "Step-by-step solutions", "24/7 assistance", "Unlimited uploads"}, tiers[1].UpgradeFeatures); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]string{"Priority response", "API access"}, tiers[1].AnnualFeatures); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("UPG-11 the texts name the enforced limits", func(t *testing.T) {
		open := plan.Table{Free: plan.Limits{SearchesPerDay: 5}, Pro: plan.Limits{SearchesPerDay: 500}}.Tiers()
		if got, want := open[0].Features[:2], []string{"5 searches per day", "Unlimited document storage"}; !cmp.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if got := open[1].Features[0]; got != "500 searches per day" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("every enforced limit is among the plans, and unlimited ones say how", func(t *testing.T) {
		table := table
		table.UploadMB = 25
		tiers := table.Tiers()
		if diff := cmp.Diff([]string{"Up to 100 memories", "PDFs of up to 25 MB"}, tiers[0].Limits); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]string{"Unlimited memories", "PDFs of up to 25 MB"}, tiers[1].Limits); diff != "" {
			t.Error(diff)
		}
		if got, want := tiers[1].Footnote, "Unlimited uploads: as many documents as you like over time, of which 10 are kept at once."; got != want {
			t.Errorf("got %q", got)
		}
		open := plan.Table{}.Tiers()
		if got := open[1]; got.Footnote != "" || !cmp.Equal(got.Limits, []string{"Unlimited memories", "PDFs of any size"}) {
			t.Errorf("got %+v", got)
		}
	})
}
