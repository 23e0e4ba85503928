package endpointtest

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// echoes starts an endpoint that by itself answers with the model, of which there is none called
// "absent".
func echoes(t *testing.T) *Endpoint[string] {
	e := new(Endpoint[string])
	e.Listen(t, "echo", func(r Request) (h Heard[string]) {
		var body struct{ Model string }
		_ = json.Unmarshal(r.Body, &body) // one of another form names no model
		h.Call, h.Own = body.Model, Reply(http.StatusOK, body.Model)
		if body.Model == "absent" {
			h.Refusal = Unknown(body.Model)
		}
		return h
	})
	return e
}

// post returns what an endpoint answers: its status and its error's code, or its body.
func post(ctx context.Context, t *testing.T, e *Endpoint[string], key, body string) (status int, said string, err error) {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, e.URL+"/echo", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	var failed struct{ Error struct{ Code string } }
	if json.Unmarshal(raw, &failed) == nil {
		return response.StatusCode, failed.Error.Code, err
	}
	return response.StatusCode, strings.TrimSpace(string(raw)), err
}

func TestAnswersComeInTheOrderSet(t *testing.T) {
	e := echoes(t)
	e.Key = "sesame"
	e.Always(Reply(http.StatusOK, "always"))
	e.Next(Busy("7"), Reply(http.StatusOK, "next"))
	for _, c := range []struct {
		key, body string
		status    int
		said      string
	}{
		{"sesame", `{"model":"m"}`, 429, "rate_limit_exceeded"},
		{"sesame", `{"model":"m"}`, 200, `"next"`},
		{"sesame", `{"model":"m"}`, 200, `"always"`},
		{"sesame", `{"model":"absent"}`, 404, "model_not_found"},
		{"simsim", `{"model":"m"}`, 401, "invalid_api_key"},
		{"sesame", `{"model":`, 400, "invalid_json"},
	} {
		if status, said, err := post(t.Context(), t, e, c.key, c.body); status != c.status || said != c.said || err != nil {
			t.Errorf("%s of %s: %d %s, %v", c.body, c.key, status, said, err)
		}
	}
	e.Always(nil)
	if _, said, _ := post(t.Context(), t, e, "sesame", `{"model":"m"}`); said != `"m"` {
		t.Errorf("by itself it says %s", said)
	}
	if diff := cmp.Diff([]string{"m", "m", "m", "absent", "m", "m"}, e.Calls()); diff != "" || e.Cancelled() != 0 || e.Most() != 1 {
		t.Errorf("%s, %d cancelled, %d at once", diff, e.Cancelled(), e.Most())
	}
}

func TestCancelledCallsAreCounted(t *testing.T) {
	e := echoes(t)
	ctx, leave := context.WithCancel(t.Context())
	e.Always(func(w http.ResponseWriter, r *http.Request) {
		leave()
		Hangs(w, r)
	})
	if _, _, err := post(ctx, t, e, "", `{}`); err == nil {
		t.Error("it answered")
	}
	for deadline := time.Now().Add(time.Minute); e.Cancelled() != 1; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the disconnect was not noticed")
		}
	}
}
