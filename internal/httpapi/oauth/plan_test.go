package oauth_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"engram/internal/config"
)

// annual buys a year of Pro at the test checkout.
func (e *engram) annual(session string) {
	e.Helper()
	_, begun := e.call("POST", "/api/v1/create-subscription", session, map[string]string{"duration": "year"})
	id := begun["session"].(map[string]any)["id"].(string)
	r, err := http.NewRequestWithContext(e.Context(), http.MethodPost, e.url+"/test-checkout/"+url.PathEscape(id)+"/pay", http.NoBody)
	if err != nil {
		e.Fatal(err)
	}
	if status, _, _ := e.send(r); status != http.StatusSeeOther {
		e.Fatal(status)
	}
	if status, saved := e.call("POST", "/api/v1/save-payment", session, map[string]string{"session_id": id}); status != http.StatusOK {
		e.Fatal(status, saved)
	}
}

func TestOnAServiceThePlanDecides(t *testing.T) {
	e := start(t, func(c *config.Config) { c.Mode, c.FreeMemories, c.FreeSearchesPerDay = config.ServiceMode, 10, 10 })
	session := e.user("ada")
	denied := func() {
		t.Helper()
		status, got := e.describe(session, e.request(newClient(back), newVerifier()).Encode())
		if message, _ := got["message"].(string); status != http.StatusForbidden || !strings.Contains(message, "annual plan") {
			t.Errorf("described: %d %v", status, got)
		}
	}
	denied()
	e.annual(session)
	c := e.connect(session)
	if !e.works(c.access) {
		t.Error("it does not work on the annual plan")
	}
	if status, got := e.call("GET", "/api/v1/cancel-subscription", session, nil); status != http.StatusOK {
		t.Fatal(status, got)
	}
	if e.works(c.access) {
		t.Error("it works after the plan has ended")
	}
	denied()
	if _, listed := e.call("GET", "/api/v1/apps", session, nil); len(listed["apps"].([]any)) != 1 {
		t.Errorf("it can't be disconnected: %v", listed)
	}
}
