// Package stripe takes payments through Stripe Checkout in subscription mode.
package stripe

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"time"

	api "github.com/stripe/stripe-go/v85"

	"engram/internal/billing"
	"engram/internal/fault"
)

// name is the provider's name.
const name = "stripe"

// userKey is the metadata key for our user's id. Subscriptions without it are not ours.
const userKey = "engram_user"

const (
	perTry  = 4 * time.Second // for one response
	retries = 1

	keyInUse = 100 * time.Millisecond // before retrying a key in use
)

// Config names an account and its prices.
type Config struct {
	Key                   string // secret
	URL                   string // of the API; empty: Stripe's
	PriceMonth, PriceYear string // ids of prices
}

// Provider is a billing.Provider. It is safe for concurrent use.
type Provider struct {
	backend api.Backend
	key     string
	prices  map[billing.Cycle]string
	live    bool // the key moves real money
}

// New returns a Provider.
func New(c Config) *Provider {
	settings := &api.BackendConfig{
		EnableTelemetry: api.Bool(false),
		HTTPClient: &http.Client{
			Timeout:       perTry,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // never send the key elsewhere
		},
		LeveledLogger:     &api.LeveledLogger{Level: api.LevelNull}, // errors are returned and logged by callers
		MaxNetworkRetries: api.Int64(retries),
		URL:               api.String(cmp.Or(strings.TrimSuffix(c.URL, "/"), api.APIURL)),
	}
	return &Provider{
		backend: api.GetBackendWithConfig(api.APIBackend, settings),
		key:     c.Key,
		prices:  map[billing.Cycle]string{billing.Monthly: c.PriceMonth, billing.Annual: c.PriceYear},
		live:    strings.Contains(c.Key, "_live_"),
	}
}

// Name implements billing.Provider.
func (p *Provider) Name() string { return name }

// Begin implements billing.Provider. The checkout's key is the idempotency key, so the request must
// depend on the checkout alone.
func (p *Provider) Begin(ctx context.Context, c billing.Checkout) (billing.Session, error) {
	params := &api.CheckoutSessionCreateParams{
		Mode: api.String(api.CheckoutSessionModeSubscription),
		// Other methods may settle days later or never, while the person waits.
		PaymentMethodTypes: []*string{api.String("card")},
		LineItems:          []*api.CheckoutSessionCreateLineItemParams{{Price: api.String(p.prices[c.Cycle]), Quantity: api.Int64(1)}},
		ClientReferenceID:  api.String(c.UserID),
		SubscriptionData:   &api.CheckoutSessionCreateSubscriptionDataParams{Metadata: map[string]string{userKey: c.UserID}},
		SuccessURL:         api.String(c.SuccessURL() + "?session_id={CHECKOUT_SESSION_ID}"),
		CancelURL:          api.String(c.CancelURL()),
		ExpiresAt:          api.Int64(c.ExpiresAt().Unix()),
	}
	params.Context = ctx
	params.SetIdempotencyKey(c.Key)
	s, err := p.create(params)
	if err != nil {
		return billing.Session{}, toFault(err)
	}
	made, err := p.session(s)
	made.State, made.URL = billing.Open, s.URL
	return made, err
}

// create opens a session. Stripe rejects a key in concurrent use, so it retries until the first
// call has its answer.
func (p *Provider) create(params *api.CheckoutSessionCreateParams) (s session, err error) {
	for {
		err = p.backend.Call(http.MethodPost, sessionsPath, p.key, params, &s)
		refused, ok := errors.AsType[*api.Error](err)
		if !ok || refused.Code != api.ErrorCodeIdempotencyKeyInUse {
			return s, err
		}
		select {
		case <-time.After(keyInUse):
		case <-params.Context.Done():
			return s, err
		}
	}
}

const sessionsPath = "/v1/checkout/sessions"

// Ids are validated before they become part of a URL.
var (
	sessionID      = regexp.MustCompile(`^cs_[A-Za-z0-9_]{1,200}$`)
	subscriptionID = regexp.MustCompile(`^sub_[A-Za-z0-9_]{1,200}$`)
)

func errUnknown() error { return fault.New(fault.NotFound, "Stripe knows nothing of that id") }

// Session implements billing.Provider.
func (p *Provider) Session(ctx context.Context, id string) (billing.Session, error) {
	if !sessionID.MatchString(id) {
		return billing.Session{}, errUnknown()
	}
	var s session
	params := &api.CheckoutSessionRetrieveParams{Params: api.Params{Context: ctx}}
	if err := p.backend.Call(http.MethodGet, sessionsPath+"/"+id, p.key, params, &s); err != nil {
		return billing.Session{}, toFault(err)
	}
	return p.session(s)
}

// Expire implements billing.Provider. Stripe rejects it for sessions that are not open, so their
// state is fetched.
func (p *Provider) Expire(ctx context.Context, id string) (billing.Session, error) {
	if !sessionID.MatchString(id) {
		return billing.Session{}, errUnknown()
	}
	var s session
	params := &api.CheckoutSessionExpireParams{Params: api.Params{Context: ctx}}
	err := p.backend.Call(http.MethodPost, sessionsPath+"/"+id+"/expire", p.key, params, &s)
	if refused, ok := errors.AsType[*api.Error](err); ok && refused.HTTPStatusCode == http.StatusBadRequest {
		return p.Session(ctx, id)
	}
	if err != nil {
		return billing.Session{}, toFault(err)
	}
	return p.session(s)
}

// session converts a session. One from the other mode, test or live, counts as unknown.
func (p *Provider) session(s session) (billing.Session, error) {
	if s.Livemode != p.live {
		return billing.Session{}, errUnknown()
	}
	known := billing.Session{ID: s.ID, UserID: s.UserID, Email: s.Customer.Email, State: billing.Expired}
	switch api.CheckoutSessionStatus(s.Status) {
	case api.CheckoutSessionStatusOpen:
		known.State, known.URL = billing.Open, s.URL
	case api.CheckoutSessionStatusComplete:
		known.State, known.SubscriptionID = billing.Processing, s.Subscription.ID
		if s.PaymentStatus != string(api.CheckoutSessionPaymentStatusUnpaid) &&
			s.Subscription.ID != "" {
			known.State = billing.Paid
		}
	}
	return known, nil
}
