package plan

import "fmt"

// Tier is a plan as it is offered.
type Tier struct {
	ID   string
	Name string
	// Monthly and Annual are prices in US cents; nil where there is none of that kind. Free costs 0.
	Monthly, Annual *int
	// Features is what the landing page says of it.
	Features []string
	// UpgradeFeatures is what whoever is about to pay reads, and AnnualFeatures what a year adds to that.
	UpgradeFeatures, AnnualFeatures []string
	// Limits is what holds besides, whichever features are told; Footnote is what one of them means, empty where all say enough.
	Limits   []string
	Footnote string
}

// GuaranteeDays is how long a subscriber may ask for their money back.
const GuaranteeDays = 30

// Prices in US cents.
const (
	ProMonthly        = 999
	ProAnnual         = 9999
	EnterpriseMonthly = 4999
)

// Tiers lists what is offered, the cheapest first. Where a limit is enforced, its words come from the limit.
func (t Table) Tiers() []Tier {
	return []Tier{
		{
			ID: string(Free), Name: "Free", Monthly: new(0),
			Features: []string{t.Free.searches(), t.Free.documents(), "Basic support"},
			Limits:   []string{t.Free.memories(), t.uploads()},
		},
		{
			ID: string(Pro), Name: "Pro", Monthly: new(ProMonthly), Annual: new(ProAnnual),
			Features:        []string{t.Pro.searches(), t.Pro.documents(), "Priority support", "Customizable AI assistance"},
			UpgradeFeatures: []string{"Unlimited chat", "Step-by-step solutions", "24/7 assistance", "Unlimited uploads"},
			AnnualFeatures:  []string{"Priority response", "API access"},
			Limits:          []string{t.Pro.memories(), t.uploads()},
			Footnote:        t.Pro.unlimitedUploads(),
		},
		{
			ID: "enterprise", Name: "Enterprise", Monthly: new(EnterpriseMonthly),
			Features: []string{"Unlimited searches and storage", "API usage", "Dedicated account manager", "Enterprise-grade security"},
		},
	}
}

func (l Limits) searches() string {
	if l.SearchesPerDay == 0 {
		return "Unlimited searches"
	}
	return fmt.Sprintf("%d searches per day", l.SearchesPerDay)
}

func (l Limits) memories() string {
	if l.Memories == 0 {
		return "Unlimited memories"
	}
	return fmt.Sprintf("Up to %d memories", l.Memories)
}

func (t Table) uploads() string {
	if t.UploadMB == 0 {
		return "PDFs of any size"
	}
	return fmt.Sprintf("PDFs of up to %d MB", t.UploadMB)
}

// unlimitedUploads says how uploads are unlimited where documents are counted.
func (l Limits) unlimitedUploads() string {
	if l.Documents == 0 {
		return ""
	}
	return fmt.Sprintf("Unlimited uploads: as many documents as you like over time, of which %d are kept at once.", l.Documents)
}

func (l Limits) documents() string {
	if l.Documents == 0 {
		return "Unlimited document storage"
	}
	return fmt.Sprintf("%d document storage", l.Documents)
}
