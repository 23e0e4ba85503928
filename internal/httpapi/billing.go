package httpapi

import (
	"context"
	"io"
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

func (a *api) createSubscription(ctx context.Context, id account.Identity, in *subscribeInput) (*subscribeOutput, error) {
	session, err := a.Billing.Subscribe(ctx, id.User().ID, billing.Cycle(in.Body.Duration), route.OriginOf(ctx))
	out := &subscribeOutput{}
	out.Body.Session = wireSession{ID: session.ID, URL: session.URL}
	return out, err
}

type paymentInput struct {
	Body struct {
		SessionID string `json:"session_id" doc:"What the way back from the payment names."`
	}
}

func (a *api) savePayment(ctx context.Context, id account.Identity, in *paymentInput) (*wire.MessageOutput, error) {
	granted, err := a.Billing.Confirm(ctx, id.User().ID, in.Body.SessionID)
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

func (a *api) getSubscription(ctx context.Context, id account.Identity, in *subscriptionInput) (*subscriptionOutput, error) {
	sub, err := a.Billing.Subscription(ctx, id.User().ID, in.ID)
	return &subscriptionOutput{wireSubscription{cycleNames[sub.Cycle], sub.PeriodEnd}}, err
}

// cancelSubscription also answers GET, as specified; both need a header that other sites can't
// send.
func (a *api) cancelSubscription(ctx context.Context, id account.Identity, _ *struct{}) (*wire.MessageOutput, error) {
	return wire.Message("Membership cancelled"), a.Billing.Cancel(audit.ByChoice(ctx), id.User().ID)
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
func (a *api) webhook(mux *http.ServeMux, route, summary string, errors ...int) {
	op := a.Operation(route, smallBody, summary, errors)
	op.Parameters = []*huma.Param{{Name: signatureHeader, In: "header", Required: true, Schema: &huma.Schema{Type: "string"}}}
	op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {Schema: &huma.Schema{Type: "object"}}}}
	op.Responses["200"] = &huma.Response{Description: "OK", Content: a.JSON(reflect.TypeFor[wireMessage]())}
	a.API.OpenAPI().AddOperation(&op)
	mux.HandleFunc(route, func(w http.ResponseWriter, r *http.Request) {
		if err := a.receiveEvent(w, r); err != nil {
			wire.WriteFault(w, r, a.Log, err)
			return
		}
		wire.WriteJSON(w, http.StatusOK, wireMessage{Message: "Received"})
	})
}

// wireMessage reports success.
type wireMessage struct {
	Message string `json:"message"`
}

func (a *api) receiveEvent(w http.ResponseWriter, r *http.Request) error {
	payload, err := io.ReadAll(http.MaxBytesReader(w, r.Body, smallBody))
	if err != nil {
		return fault.Wrap(fault.Invalid, "The event is too large, or did not arrive whole", err)
	}
	return a.Billing.Receive(audit.From(r.Context(), ""), payload, r.Header.Get(signatureHeader))
}
