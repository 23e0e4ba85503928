package webui

import (
	"context"
	"strings"
)

// House describes this Engram to the app's page. The zero House is a service with open sign-up.
type House struct {
	// Personal hides plans: the public pages, which describe them, are not served.
	Personal bool
	// SignUp says who may make an account; empty is anyone.
	SignUp string
	// AwaitsOwner reports whether the first account, which will own this Engram, is still missing;
	// nil is never.
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

// isOfService reports whether a page is about plans or for visitors; "/" is neither.
func (h *handler) isOfService(name string) bool {
	if name == "upgrade" || strings.HasPrefix(name, "subscription/") {
		return true
	}
	_, public := h.open(pagesDir + name + ".html")
	return public && name != ""
}
