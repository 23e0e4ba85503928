package stripe

import (
	"strings"
	"testing"
	"time"

	"engram/internal/billing"
	"engram/internal/billing/stripe/stripetest"
	"engram/internal/fault"
)

func TestRead(t *testing.T) {
	service := stripetest.New(t)
	p := newProvider(service.URL)
	session, sub := subscribed(t, service, p)
	reader := NewEventReader(stripetest.Secret)

	t.Run("a signed event names its object, in any version of the API", func(t *testing.T) {
		for kind, want := range map[string]billing.Event{
			"customer.subscription.updated": {SubscriptionID: sub}, "customer.subscription.deleted": {SubscriptionID: sub}, "checkout.session.completed": {SessionID: session},
		} {
			payload, signature := service.Event(kind, want.SubscriptionID+want.SessionID, time.Now())
			if got, err := reader.Read([]byte(payload), signature); err != nil || got != want {
				t.Errorf("%s: got %+v, %v", kind, got, err)
			}
		}
	})
	t.Run("unrelated events name nothing", func(t *testing.T) {
		for _, payload := range []string{
			`{"object":"event","type":"invoice.paid","data":{"object":{"id":"in_1"}}}`,
			`{"object":"event","type":"charge.succeeded","data":{"object":{"id":17}}}`,
			`{"object":"event","type":"invoice.payment_failed","data":{"object":{"id":"in_1","subscription":"sub_1"}}}`, // the subscription has its own event
			`{"object":"event","type":"customer.subscription.updated","data":{"object":{}}}`,
			`{"object":"event","type":"customer.subscription.updated","data":{"object":null}}`,
			`{"object":"event","type":"customer.subscription.updated","data":{"object":"sub_1"}}`,
			`{"object":"event"}`, `{}`,
		} {
			got, err := reader.Read([]byte(payload), stripetest.Sign(payload, stripetest.Secret, time.Now()))
			if err != nil || got != (billing.Event{}) {
				t.Errorf("%s: got %+v, %v", payload, got, err)
			}
		}
	})
	t.Run("an event that is unsigned, signed by others or too old is refused", func(t *testing.T) {
		payload, signature := service.Event("customer.subscription.updated", sub, time.Now())
		_, untimed, _ := strings.Cut(signature, ",")
		old, oldSignature := service.Event("customer.subscription.updated", sub, time.Now().Add(-10*time.Minute))
		for title, test := range map[string][2]string{
			"unsigned":            {payload, ""},
			"no signature":        {payload, "signed, honestly"},
			"without its time":    {payload, untimed},
			"another secret":      {payload, stripetest.Sign(payload, "whsec_guessed", time.Now())},
			"an empty secret":     {payload, stripetest.Sign(payload, "", time.Now())},
			"another time":        {payload, "t=2" + signature[3:]},
			"another scheme":      {payload, strings.Replace(signature, "v1=", "v0=", 1)},
			"a changed body":      {strings.Replace(payload, "active", "trialing", 1), signature},
			"a longer body":       {payload + " ", signature},
			"ten minutes old":     {old, oldSignature},
			"signed and no JSON":  {"hello", stripetest.Sign("hello", stripetest.Secret, time.Now())},
			"signed and nothing":  {"", stripetest.Sign("", stripetest.Secret, time.Now())},
			"signed and too deep": {strings.Repeat("[", 20_000), stripetest.Sign(strings.Repeat("[", 20_000), stripetest.Secret, time.Now())},
		} {
			if got, err := reader.Read([]byte(test[0]), test[1]); fault.KindOf(err) != fault.Invalid || got != (billing.Event{}) {
				t.Errorf("%s: got %+v, %v", title, got, err)
			}
		}
	})
}
