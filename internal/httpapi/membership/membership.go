// Package membership is the calls by which Pro is paid for and ended.
package membership

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/account"
	"engram/internal/audit"
	"engram/internal/billing"
	"engram/internal/fault"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
)

// Parts are the dependencies of the calls.
type Parts struct {
	Billing *billing.Service
	Log     *slog.Logger
}

// Register adds the calls of the signed-in user and of the payment provider.
func Register(r *route.Router, mux *http.ServeMux, p Parts) {
	route.SignedIn(r, "POST /api/v1/create-subscription", route.SmallBody, "Begin to pay for Pro", p.create, 400, 402, 409, 429, 503)
	route.SignedIn(r, "POST /api/v1/save-payment", route.SmallBody, "Keep a payment that was made", p.save, 402, 403, 404, 429, 503)
	route.SignedIn(r, "GET /api/v1/subscription/{id}", 0, "A membership of the caller's", p.get, 404)
	route.SignedIn(r, "GET /api/v1/cancel-subscription", 0, "End the membership at once", p.cancel, 503)
	route.SignedIn(r, "POST /api/v1/cancel-subscription", route.SmallBody, "End the membership at once", p.cancel, 503)
	mux.HandleFunc("HEAD /api/v1/cancel-subscription", refuseHead)

	// the payment provider, by its signature
	p.webhook(r, mux, "POST /api/v1/stripe/webhook", "Hear of a change at the payment provider", 400, 503)
}

type subscribeInput struct {
	Body struct {
		Duration string `json:"duration" enum:"month,year" doc:"How often Pro is paid."`
	}
}

type wireSession struct {
	ID  string `json:"id"`
	URL string `json:"url" doc:"Where to pay: of this site or of the payment provider's."`
}

type subscribeOutput struct {
	Body struct {
		Session wireSession `json:"session"`
	}
}

func (p Parts) create(ctx context.Context, id account.Identity, in *subscribeInput) (*subscribeOutput, error) {
	session, err := p.Billing.Subscribe(ctx, id.User().ID, billing.Cycle(in.Body.Duration), route.OriginOf(ctx))
	out := &subscribeOutput{}
	out.Body.Session = wireSession{ID: session.ID, URL: session.URL}
	return out, err
}

type paymentInput struct {
	Body struct {
		SessionID string `json:"session_id" doc:"What the way back from the payment names."`
	}
}

func (p Parts) save(ctx context.Context, id account.Identity, in *paymentInput) (*wire.MessageOutput, error) {
	granted, err := p.Billing.Confirm(ctx, id.User().ID, in.Body.SessionID)
	if !granted {
		return wire.Message("This membership has ended since"), err
	}
	return wire.Message("Payment saved"), err
}

type subscriptionInput struct {
	ID string `path:"id"`
}

type wireSubscription struct {
	BillingCycle    string    `json:"billing_cycle" enum:"monthly,annual"`
	NextBillingDate time.Time `json:"next_billing_date"`
}

type subscriptionOutput struct{ Body wireSubscription }

var cycleNames = map[billing.Cycle]string{billing.Monthly: "monthly", billing.Annual: "annual"}

func (p Parts) get(ctx context.Context, id account.Identity, in *subscriptionInput) (*subscriptionOutput, error) {
	sub, err := p.Billing.Subscription(ctx, id.User().ID, in.ID)
	return &subscriptionOutput{wireSubscription{cycleNames[sub.Cycle], sub.PeriodEnd}}, err
}

// cancel also answers GET, as specified; both need a header that other sites can't
// send.
func (p Parts) cancel(ctx context.Context, id account.Identity, _ *struct{}) (*wire.MessageOutput, error) {
	return wire.Message("Membership cancelled"), p.Billing.Cancel(audit.ByChoice(ctx), id.User().ID)
}

// refuseHead rejects HEAD where GET changes something.
func refuseHead(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Allow", "GET, POST")
	wire.WriteJSON(w, http.StatusMethodNotAllowed, &wire.Error{Message: "There is no such call"})
}

// signatureHeader holds the payment provider's signature.
const signatureHeader = "Stripe-Signature"

// webhook registers the payment provider's call. The signature covers the raw body, so it is not
// decoded before.
func (p Parts) webhook(r *route.Router, mux *http.ServeMux, pattern, summary string, errors ...int) {
	op := r.Operation(pattern, route.SmallBody, summary, errors)
	op.Parameters = []*huma.Param{{Name: signatureHeader, In: "header", Required: true, Schema: &huma.Schema{Type: "string"}}}
	op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {Schema: &huma.Schema{Type: "object"}}}}
	op.Responses["200"] = &huma.Response{Description: "OK", Content: r.JSON(reflect.TypeFor[wireMessage]())}
	r.API.OpenAPI().AddOperation(&op)
	mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		if err := p.receiveEvent(w, r); err != nil {
			wire.WriteFault(w, r, p.Log, err)
			return
		}
		wire.WriteJSON(w, http.StatusOK, wireMessage{Message: "Received"})
	})
}

// wireMessage reports success.
type wireMessage struct {
	Message string `json:"message"`
}

func (p Parts) receiveEvent(w http.ResponseWriter, r *http.Request) error {
	payload, err := io.ReadAll(http.MaxBytesReader(w, r.Body, route.SmallBody))
	if err != nil {
		return fault.Wrap(fault.Invalid, "The event is too large, or did not arrive whole", err)
	}
	return p.Billing.Receive(audit.From(r.Context(), ""), payload, r.Header.Get(signatureHeader))
}
