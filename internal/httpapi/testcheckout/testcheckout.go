// Package testcheckout renders the pages of a checkout that takes no money.
package testcheckout

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"

	"engram/internal/billing"
	"engram/internal/billing/testpay"
	"engram/internal/fault"
	"engram/internal/httpapi/wire"
	"engram/internal/plan"
)

//go:embed page.html
var pageHTML string

//go:embed style.css
var styleCSS []byte

var pageTemplate = template.Must(template.New("").Parse(pageHTML))

// policy allows display and the form only; the one script sets the theme.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// Parts are the parts of the pages.
type Parts struct {
	Provider *testpay.Provider
	Styles   []string // addresses of the app's stylesheets
	Log      *slog.Logger
}

// view is the content of the page. Without a session, Title and Text say why.
type view struct {
	Styles      []string
	Session     *billing.Session
	Plan        string
	Items       [][2]string // what, and its price
	Saving      string      // empty: none
	Total       string
	Title, Text string
	Link, Label string
}

// Register registers the pages. Like at any provider, the session's unguessable address is enough
// to pay.
func Register(mux *http.ServeMux, p Parts) {
	mux.HandleFunc("GET /test-checkout/style.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		_, _ = w.Write(styleCSS) // the caller may have gone
	})
	mux.HandleFunc("GET /test-checkout/{id}", func(w http.ResponseWriter, r *http.Request) {
		session, err := p.Provider.Session(r.Context(), r.PathValue("id"))
		p.show(w, session, err)
	})
	mux.HandleFunc("POST /test-checkout/{id}/pay", func(w http.ResponseWriter, r *http.Request) {
		session, err := p.Provider.Pay(r.Context(), r.PathValue("id"))
		if err != nil || session.State != billing.Paid {
			p.show(w, session, err)
			return
		}
		http.Redirect(w, r, "/subscription/success?session_id="+url.QueryEscape(session.ID), http.StatusSeeOther)
	})
	mux.HandleFunc("POST /test-checkout/{id}/cancel", func(w http.ResponseWriter, r *http.Request) {
		session, err := p.Provider.Expire(r.Context(), r.PathValue("id"))
		if err != nil || session.State != billing.Expired {
			p.show(w, session, err)
			return
		}
		http.Redirect(w, r, "/upgrade?status=cancelled", http.StatusSeeOther)
	})
}

func (p Parts) show(w http.ResponseWriter, session billing.Session, err error) {
	status, shown := http.StatusOK, view{Styles: p.Styles, Link: "/upgrade", Label: "See the plans"}
	switch {
	case fault.KindOf(err) == fault.NotFound:
		status = http.StatusNotFound
		shown.Title, shown.Text = "There is no such checkout", "The address may be incomplete. Choose a plan to begin another."
	case err != nil:
		p.Log.Error("the test checkout failed", "error", err)
		status = http.StatusInternalServerError
		shown.Title, shown.Text = "This did not work", wire.InternalMessage
	case session.State == billing.Paid:
		shown.Title, shown.Text, shown.Link, shown.Label = "This is paid already", "Once is enough. Your memories are waiting.", "/home", "Go to your memories"
	case session.State == billing.Expired:
		status = http.StatusGone
		shown.Title, shown.Text = "This checkout has ended", "Nothing was paid. Choose a plan to begin another."
	default:
		shown.offer(session)
	}
	page := &bytes.Buffer{}
	if err := pageTemplate.Execute(page, shown); err != nil {
		panic(err) // our own types always marshal
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	w.WriteHeader(status)
	_, _ = page.WriteTo(w) // the caller may have gone
}

// offer describes an open session.
func (v *view) offer(session billing.Session) {
	v.Session = &session
	if session.Cycle == billing.Annual {
		v.Plan = "Engram Pro, annual"
		v.Items = [][2]string{{"Pro, twelve months", dollars(12 * plan.ProMonthly)}}
		v.Saving, v.Total = dollars(12*plan.ProMonthly-plan.ProAnnual), dollars(plan.ProAnnual)
		return
	}
	v.Plan = "Engram Pro, monthly"
	v.Items = [][2]string{{"Pro, one month", dollars(plan.ProMonthly)}}
	v.Total = dollars(plan.ProMonthly)
}

// dollars formats US cents.
func dollars(cents int) string { return fmt.Sprintf("$%d.%02d", cents/100, cents%100) }
