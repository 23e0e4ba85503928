package httpapi

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"net/url"

	"engram/internal/billing"
	"engram/internal/fault"
	"engram/internal/httpapi/wire"
	"engram/internal/plan"
)

//go:embed testcheckout.html
var checkoutHTML string

//go:embed testcheckout.css
var checkoutCSS []byte

var checkoutTemplate = template.Must(template.New("").Parse(checkoutHTML))

// checkoutPolicy lets the page look and be sent, and no more. Its one script puts the chosen theme in place.
const checkoutPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// checkoutView is what the page shows. Without a session there is nothing to pay, and Title and Text say why.
type checkoutView struct {
	Styles      []string
	Session     *billing.Session
	Plan        string
	Items       [][2]string // what, for how much
	Saving      string      // empty: none
	Total       string
	Title, Text string
	Link, Label string
}

// testCheckout registers the pages at which nothing is paid. Whoever has a session's address may pay it, as at any provider:
// it is not to be guessed.
func (a *api) testCheckout(mux *http.ServeMux) {
	mux.HandleFunc("GET /test-checkout/style.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		_, _ = w.Write(checkoutCSS) // the caller may have gone
	})
	mux.HandleFunc("GET /test-checkout/{id}", func(w http.ResponseWriter, r *http.Request) {
		session, err := a.TestCheckout.Session(r.Context(), r.PathValue("id"))
		a.showCheckout(w, session, err)
	})
	mux.HandleFunc("POST /test-checkout/{id}/pay", func(w http.ResponseWriter, r *http.Request) {
		session, err := a.TestCheckout.Pay(r.Context(), r.PathValue("id"))
		if err != nil || session.State != billing.Paid {
			a.showCheckout(w, session, err)
			return
		}
		http.Redirect(w, r, "/subscription/success?session_id="+url.QueryEscape(session.ID), http.StatusSeeOther)
	})
	mux.HandleFunc("POST /test-checkout/{id}/cancel", func(w http.ResponseWriter, r *http.Request) {
		session, err := a.TestCheckout.Expire(r.Context(), r.PathValue("id"))
		if err != nil || session.State != billing.Expired {
			a.showCheckout(w, session, err)
			return
		}
		http.Redirect(w, r, "/upgrade?status=cancelled", http.StatusSeeOther)
	})
}

func (a *api) showCheckout(w http.ResponseWriter, session billing.Session, err error) {
	status, view := http.StatusOK, checkoutView{Styles: a.Styles, Link: "/upgrade", Label: "See the plans"}
	switch {
	case fault.KindOf(err) == fault.NotFound:
		status = http.StatusNotFound
		view.Title, view.Text = "There is no such checkout", "The address may be incomplete. Choose a plan to begin another."
	case err != nil:
		a.Log.Error("the test checkout failed", "error", err)
		status = http.StatusInternalServerError
		view.Title, view.Text = "This did not work", wire.InternalMessage
	case session.State == billing.Paid:
		view.Title, view.Text, view.Link, view.Label = "This is paid already", "Once is enough. Your memories are waiting.", "/home", "Go to your memories"
	case session.State == billing.Expired:
		status = http.StatusGone
		view.Title, view.Text = "This checkout has ended", "Nothing was paid. Choose a plan to begin another."
	default:
		view.offer(session)
	}
	page := &bytes.Buffer{}
	if err := checkoutTemplate.Execute(page, view); err != nil {
		panic(err) // it is made of our own types
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", checkoutPolicy)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	w.WriteHeader(status)
	_, _ = page.WriteTo(w) // the caller may have gone
}

// offer says what an open session is for.
func (v *checkoutView) offer(session billing.Session) {
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

// dollars writes an amount of US cents.
func dollars(cents int) string { return fmt.Sprintf("$%d.%02d", cents/100, cents%100) }
