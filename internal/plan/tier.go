package plan

import "fmt"

// Tier is a plan on the pricing page.
type Tier struct {
	ID   string
	Name string
	// Monthly and Annual are prices in US cents; nil if there is none. Free is 0.
	Monthly, Annual *int
	// Features are the texts of the landing page.
	Features []string
	// UpgradeFeatures are the texts of the upgrade page, and AnnualFeatures those for a year.
	UpgradeFeatures, AnnualFeatures []string
	// Limits are the texts of further limits; Footnote explains one of them, or is empty.
	Limits   []string
	Footnote string
}

// GuaranteeDays is the period of the money-back guarantee.
const GuaranteeDays = 30

// Prices in US cents.
const (
	ProMonthly        = 999
	ProAnnual         = 9999
	EnterpriseMonthly = 4999
)

// Tiers lists the tiers, cheapest first. Texts of enforced limits are generated from them.
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

// unlimitedUploads returns the text for unlimited uploads within a document limit.
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
