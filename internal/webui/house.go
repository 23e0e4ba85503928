package webui

import "context"

// House is what the app's page says of this Engram. The zero House is a service that anyone may sign up at.
type House struct {
	// Personal has nothing said of plans: the public pages, which speak of them, are not served.
	Personal bool
	// SignUp says who may make an account; empty is anyone.
	SignUp string
	// AwaitsOwner reports whether whoever makes an account now owns this Engram; nil is never.
	AwaitsOwner func(context.Context) bool
}

// marks are attributes of the page's html element, by which the app knows it (web/src/lib/house.ts).
func (h House) marks(ctx context.Context) (marks string) {
	if h.Personal {
		marks += ` data-mode="personal"`
	}
	if h.SignUp != "" {
		marks += ` data-sign-up="` + h.SignUp + `"`
	}
	if h.AwaitsOwner != nil && h.AwaitsOwner(ctx) {
		marks += " data-awaits-owner"
	}
	return marks
}
