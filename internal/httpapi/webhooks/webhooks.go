// Package webhooks is the calls about webhooks. No token may make them: a webhook outlives the token.
package webhooks

import (
	"context"
	"time"

	"engram/internal/account"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/token"
	"engram/internal/webhook"
)

// Parts are the dependencies of the calls.
type Parts struct {
	Hooks  *webhook.Service
	Tokens *token.Service // which knows whose plan has API access
}

// Register adds the calls of the signed-in user.
func Register(r *route.Router, p Parts) {
	route.SignedIn(r, "GET /api/v1/webhooks", 0, "The caller's webhooks, newest first", p.list)
	route.SignedIn(r, "POST /api/v1/webhooks", route.SmallBody, "Make a webhook, whose secret is shown this once", p.create, 400, 403, 429)
	route.SignedIn(r, "PATCH /api/v1/webhooks/{id}", route.SmallBody, "Change, pause or resume a webhook", p.change, 400, 403, 404)
	route.SignedIn(r, "DELETE /api/v1/webhooks/{id}", route.SmallBody, "Remove a webhook with what waits for it", p.remove, 404)
	route.SignedIn(r, "POST /api/v1/webhooks/{id}/secret", route.SmallBody, "Give a webhook another secret, which is shown this once", p.rotate, 403, 404)
	route.SignedIn(r, "POST /api/v1/webhooks/{id}/test", route.SmallBody, "Send a test to a webhook, once", p.test, 403, 404, 429)
	route.SignedIn(r, "GET /api/v1/webhooks/{id}/deliveries", 0, "What was sent to a webhook in the last seven days, newest first", p.deliveries, 404)
}

// WireHook is a webhook without its secret.
type WireHook struct {
	ID           string     `json:"id"`
	URL          string     `json:"url"`
	Events       []string   `json:"events" nullable:"false" enum:"memory.created,memory.ready,memory.failed,memory.deleted"`
	Status       string     `json:"status" enum:"on,paused,off" doc:"Off: Engram turned it off, since nothing had arrived for three days or it answered 410. Resuming turns it on."`
	FailingSince *time.Time `json:"failingSince" doc:"When the first delivery failed since one arrived; null: none did."`
	RotatedAt    *time.Time `json:"rotatedAt" doc:"When it got another secret; null: never. For a day the one before signs as well."`
	CreatedAt    time.Time  `json:"createdAt"`
}

func wireHook(h webhook.Hook) WireHook {
	return WireHook{h.ID, h.URL, webhook.Names(h.Events), string(h.Status), wire.TimeOrNull(h.FailingSince), wire.TimeOrNull(h.RotatedAt), h.CreatedAt.UTC()}
}

// WireDelivery is an event for one webhook, with its attempts.
type WireDelivery struct {
	ID        string     `json:"id" doc:"The webhook-id header: the same at every attempt."`
	Event     string     `json:"event" enum:"memory.created,memory.ready,memory.failed,memory.deleted,webhook.test"`
	MemoryID  string     `json:"memoryId" doc:"Empty for a test."`
	Status    string     `json:"status" enum:"waiting,held,delivered,failed" doc:"Held: until the webhook is on again. Failed: it is given up."`
	Attempts  int        `json:"attempts"`
	Code      int        `json:"code" doc:"The status of the last answer; 0: there was none."`
	Message   string     `json:"message" doc:"Why the last attempt failed; may be empty."`
	TriedAt   *time.Time `json:"triedAt" doc:"Null until it was sent."`
	NextAt    *time.Time `json:"nextAt" doc:"When it is sent again; null: at once, or no more."`
	CreatedAt time.Time  `json:"createdAt"`
}

func wireDelivery(d webhook.Delivery) WireDelivery {
	w := WireDelivery{
		ID: d.ID, Event: string(d.Event), MemoryID: d.MemoryID, Status: string(d.Outcome), Attempts: d.Attempts, Code: d.Code, Message: d.Message,
		TriedAt: wire.TimeOrNull(d.TriedAt), CreatedAt: d.CreatedAt.UTC(),
	}
	if d.Outcome == webhook.Waiting {
		w.NextAt = wire.TimeOrNull(d.NextAt)
	}
	return w
}

type hooksOutput struct {
	Body struct {
		Webhooks []WireHook `json:"webhooks" nullable:"false"`
		Allowed  bool       `json:"allowed" doc:"The plan has API access: webhooks can be made, and those that there are sent to."`
	}
}

func (p Parts) list(ctx context.Context, id account.Identity, _ *struct{}) (*hooksOutput, error) {
	out := &hooksOutput{}
	out.Body.Webhooks = []WireHook{}
	var err error
	if out.Body.Allowed, err = p.Tokens.Includes(ctx, id); err != nil {
		return nil, err
	}
	all, err := p.Hooks.List(ctx, id.User().ID)
	for _, h := range all {
		out.Body.Webhooks = append(out.Body.Webhooks, wireHook(h))
	}
	return out, err
}

type hookCreateInput struct {
	Body struct {
		URL    string   `json:"url" doc:"Where events are sent to."`
		Events []string `json:"events" nullable:"false" enum:"memory.created,memory.ready,memory.failed,memory.deleted"`
	}
}

type hookSecretOutput struct {
	Body struct {
		WireHook
		Secret string `json:"secret" doc:"Begins with whsec_. What is sent is signed with it. It can't be read again."`
	}
}

func (p Parts) create(ctx context.Context, id account.Identity, in *hookCreateInput) (*hookSecretOutput, error) {
	if err := p.Tokens.Allowed(ctx, id); err != nil {
		return nil, err
	}
	secret, h, err := p.Hooks.Make(ctx, id.User().ID, in.Body.URL, in.Body.Events)
	return shown(secret, h), err
}

func shown(secret string, h webhook.Hook) *hookSecretOutput {
	out := &hookSecretOutput{}
	out.Body.WireHook, out.Body.Secret = wireHook(h), secret
	return out
}

type hookInput struct {
	ID string `path:"id"`
}

type hookChangeInput struct {
	ID   string `path:"id"`
	Body struct {
		URL    *string  `json:"url,omitempty"`
		Events []string `json:"events,omitempty" enum:"memory.created,memory.ready,memory.failed,memory.deleted"`
		Paused *bool    `json:"paused,omitempty" doc:"While it is paused no event is noted for it; what waits is held. False turns it on again, also if Engram turned it off."`
	}
}

type hookOutput struct{ Body WireHook }

func (p Parts) change(ctx context.Context, id account.Identity, in *hookChangeInput) (*hookOutput, error) {
	if err := p.Tokens.Allowed(ctx, id); err != nil {
		return nil, err
	}
	h, err := p.Hooks.Change(ctx, id.User().ID, in.ID, webhook.Change{URL: in.Body.URL, Events: in.Body.Events, Paused: in.Body.Paused})
	return &hookOutput{wireHook(h)}, err
}

func (p Parts) remove(ctx context.Context, id account.Identity, in *hookInput) (*wire.MessageOutput, error) {
	return wire.Message("Webhook removed"), p.Hooks.Drop(ctx, id.User().ID, in.ID)
}

func (p Parts) rotate(ctx context.Context, id account.Identity, in *hookInput) (*hookSecretOutput, error) {
	if err := p.Tokens.Allowed(ctx, id); err != nil {
		return nil, err
	}
	secret, h, err := p.Hooks.Rotate(ctx, id.User().ID, in.ID)
	return shown(secret, h), err
}

type hookDeliveryOutput struct{ Body WireDelivery }

func (p Parts) test(ctx context.Context, id account.Identity, in *hookInput) (*hookDeliveryOutput, error) {
	if err := p.Tokens.Allowed(ctx, id); err != nil {
		return nil, err
	}
	d, err := p.Hooks.Test(ctx, id.User().ID, in.ID)
	return &hookDeliveryOutput{wireDelivery(d)}, err
}

type hookDeliveriesOutput struct {
	Body struct {
		Deliveries []WireDelivery `json:"deliveries" nullable:"false"`
	}
}

func (p Parts) deliveries(ctx context.Context, id account.Identity, in *hookInput) (*hookDeliveriesOutput, error) {
	out := &hookDeliveriesOutput{}
	out.Body.Deliveries = []WireDelivery{}
	all, err := p.Hooks.Deliveries(ctx, id.User().ID, in.ID)
	for _, d := range all {
		out.Body.Deliveries = append(out.Body.Deliveries, wireDelivery(d))
	}
	return out, err
}
