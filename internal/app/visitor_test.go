package app

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"engram/internal/config"
)

func TestVisitors(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		world := samplePeopleService(t)
		cfg.PeopleURL, cfg.SalesEmail, cfg.FreeSearchesPerDay = world.URL+"/api/", "sell@engram.example", 7
		e := start(t, cfg)
		join := func(item, email string) answer {
			return e.call("POST", "/api/v1/waitlist", "", map[string]string{"item": item, "email": email})
		}

		t.Run("API-42 API-43 an email joins each list once", func(t *testing.T) {
			e.want(200, join("Blog", "Ada@Example.com"))
			for _, again := range []string{"ada@example.com", " ADA@example.com "} {
				if got := e.want(411, join(" blog", again)); got.body["message"] == "" {
					t.Errorf("got %v", got)
				}
			}
			e.want(200, join("Community", "ada@example.com"))
		})
		t.Run("API-42 an empty or malformed email is refused with a message", func(t *testing.T) {
			for _, email := range []string{"", "ada", "=cmd|x", strings.Repeat("a", 10<<10)} {
				if got := e.want(400, join("Blog", email)); got.body["message"] != "Please enter a valid email address" {
					t.Errorf("%.20q: got %v", email, got)
				}
			}
		})
		t.Run("API-44 UPG-11 the plans show the enforced limits", func(t *testing.T) {
			got := e.want(200, e.call("GET", "/api/v1/plans", "", nil))
			if !strings.Contains(got.raw, "7 searches per day") || !strings.Contains(got.raw, "2 document storage") {
				t.Errorf("got %s", got.raw)
			}
		})
		t.Run("LAND-15 ROUTE-16 the contact addresses are returned", func(t *testing.T) {
			got := e.want(200, e.call("GET", "/api/v1/contact", "", nil))
			if got.body["supportEmail"] != "support@engram.local" || got.body["salesEmail"] != "sell@engram.example" {
				t.Errorf("got %v", got)
			}
		})
		t.Run("LAND-24 three made-up people are returned by the server", func(t *testing.T) {
			got := e.want(200, e.call("GET", "/api/v1/people", "", nil))
			list, _ := got.body["people"].([]any)
			if len(list) != 3 || !strings.Contains(got.raw, `"name":"Ada Lovelace"`) || strings.Contains(got.raw, world.URL) ||
				strings.Count(got.raw, `"pictureUrl":"data:image/jpeg;base64,`) != 3 {
				t.Errorf("got %.300s", got.raw)
			}
		})
	})

	t.Run("LAND-24 without the people's service there are none", func(t *testing.T) {
		cfg := settings(t)
		e := start(t, cfg)
		if got := e.want(200, e.call("GET", "/api/v1/people", "", nil)); strings.TrimSpace(got.raw) != `{"people":[]}` {
			t.Errorf("got %s", got.raw)
		}
	})
	t.Run("API-42 the waitlist has the same rate limit as sign-in", func(t *testing.T) {
		cfg := settings(t)
		cfg.AuthRate = 2
		e := start(t, cfg)
		for i, want := range []int{200, 200, 429} {
			e.want(want, e.call("POST", "/api/v1/waitlist", "", map[string]string{"item": "Blog", "email": fmt.Sprintf("a%d@example.com", i)}))
		}
	})
}

// samplePeopleService answers as the service of made-up people does.
func samplePeopleService(t *testing.T) *httptest.Server {
	t.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 128, 128))); err != nil {
		t.Fatal(err)
	}
	var server *httptest.Server
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/" {
			w.Header().Set("Content-Type", "image/png")
			_, _ = w.Write(picture.Bytes())
			return
		}
		w.Header().Set("Content-Type", "application/json")
		one := `{"name":{"title":"Ms","first":"Ada","last":"Lovelace"},"picture":{"large":"` + server.URL + `/1.png"}}`
		fmt.Fprintf(w, `{"results":[%s,%s,%s]}`, one, one, one)
	}))
	t.Cleanup(server.Close)
	return server
}
