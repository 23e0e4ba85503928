package stripe

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"engram/internal/billing"
	"engram/internal/billing/stripe/stripetest"
)

// startMock starts Stripe's official mock, which validates requests against the API description and
// returns examples.
func startMock(t *testing.T) (url string) {
	t.Helper()
	found, _ := filepath.Glob("../../../.tools/stripe-mock-*")
	if len(found) == 0 && os.Getenv("CI") == "" {
		t.Skip("stripe-mock is not there; make test installs it")
	}
	if len(found) == 0 {
		t.Fatal("stripe-mock is not there, and what is sent to Stripe would go unchecked")
	}
	mock := exec.Command(found[len(found)-1], "-http-addr", "127.0.0.1:0", "-https-addr", "127.0.0.1:0")
	out, err := mock.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := mock.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = mock.Process.Kill()
		_ = mock.Wait() // killed
	})
	listening := regexp.MustCompile(`Listening for HTTP at address: (\S+)`)
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if found := listening.FindStringSubmatch(lines.Text()); found != nil {
			go func() {
				for lines.Scan() { // else its next line would block
				}
			}()
			return "http://" + found[1]
		}
	}
	t.Fatal("it ended before it listened")
	return ""
}

func TestMock(t *testing.T) {
	url := startMock(t)
	p := newProvider(url)
	t.Run("API-38 API-39 API-41 every request is as Stripe's API describes it", func(t *testing.T) {
		session, err := p.Begin(t.Context(), newCheckout())
		if err != nil || session.ID == "" {
			t.Errorf("a checkout: %+v, %v", session, err)
		}
		if got, err := p.Session(t.Context(), "cs_test_1"); err != nil || got.ID != "cs_test_1" {
			t.Errorf("a session: %+v, %v", got, err)
		}
		if got, err := p.Expire(t.Context(), "cs_test_1"); err != nil || got.ID == "" {
			t.Errorf("a session's end: %+v, %v", got, err)
		}
		if got, err := p.Subscription(t.Context(), "sub_1"); err != nil || got.ID != "sub_1" || got.Status != billing.Active || got.OnSale || got.PeriodEnd.Unix() == 0 {
			t.Errorf("a subscription: %+v, %v", got, err)
		}
		if got, err := p.Cancel(t.Context(), "sub_1"); err != nil || got.ID != "sub_1" {
			t.Errorf("a subscription's end: %+v, %v", got, err)
		}
		if err := p.CheckPrices(t.Context(), nil); err == nil || strings.Contains(err.Error(), "status") {
			t.Errorf("prices: %v", err)
		}
	})
	t.Run("the fake of Stripe in other tests has exactly the fields of Stripe's objects", func(t *testing.T) {
		service := stripetest.New(t)
		session, sub := subscribed(t, service, newProvider(service.URL))
		for path, like := range map[string]string{
			"/v1/checkout/sessions/" + session:                 "/v1/checkout/sessions/cs_test_1",
			"/v1/prices/" + stripetest.PriceMonth:              "/v1/prices/price_1",
			"/v1/subscriptions/" + sub + "?expand[0]=customer": "/v1/subscriptions/sub_1?expand[0]=customer",
		} {
			sameFields(t, "", get(t, service.URL+path), get(t, url+like))
		}
	})
}

func get(t *testing.T, url string) (body map[string]any) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+stripetest.Key)
	client := http.Client{Timeout: time.Minute}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&body); err != nil || response.StatusCode != http.StatusOK {
		t.Fatal(response.Status, body, err)
	}
	return body
}

// sameFields reports fields of ours that are missing in theirs, or differ in type.
func sameFields(t *testing.T, path string, ours, theirs any) {
	t.Helper()
	switch ours := ours.(type) {
	case map[string]any:
		theirs, ok := theirs.(map[string]any)
		if !ok {
			t.Errorf("%s is no object at Stripe", path)
		}
		for name, value := range ours {
			there, ok := theirs[name]
			if !ok && path != ".metadata" {
				t.Errorf("%s.%s is unknown at Stripe", path, name)
			}
			if value != nil && there != nil {
				sameFields(t, path+"."+name, value, there)
			}
		}
	case []any:
		if list, ok := theirs.([]any); ok && len(list) > 0 && len(ours) > 0 {
			sameFields(t, path+"[]", ours[0], list[0])
		}
	}
}
