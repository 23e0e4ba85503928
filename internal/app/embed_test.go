package app

import (
	"net/http"
	"strings"
	"testing"

	"engram/internal/config"
	"engram/internal/embed/embedtest"
	"engram/internal/endpoint/endpointtest"
	"engram/internal/store"
)

// embedded counts the passages, and those of them that have a vector of that model and length.
func embedded(t *testing.T, db *store.DB, model string, length int) (have, all int) {
	t.Helper()
	err := db.Writer().QueryRow(`SELECT COUNT(*), COUNT(CASE WHEN model = $1 AND LENGTH(vector) = $2 THEN 1 END) FROM passages`,
		model, length).Scan(&all, &have)
	if err != nil {
		t.Fatal(err)
	}
	return have, all
}

// wantEmbedded waits until every passage has a vector of that model and length.
func wantEmbedded(t *testing.T, db *store.DB, model string, length int) {
	t.Helper()
	waitFor(t, "every passage has a vector of "+model, func() bool {
		have, all := embedded(t, db, model, length)
		return have == all
	})
}

func TestEmbedding(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		endpoint := embedtest.New(t)
		endpoint.Key, endpoint.Refuse = "sk-hunter2", "unspeakable"
		cfg.AIURL, cfg.AIKey, cfg.EmbeddingModel, cfg.FreeSearchesPerDay = endpoint.URL, endpoint.Key, "small", 0
		db, err := store.Open(t.Context(), store.Config{URL: cfg.Database()})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		whole := t // a program outlives the part of the test that started it
		e := start(whole, cfg)
		token := e.user()
		deposit := ""
		find := func() {
			t.Helper()
			got := e.want(200, e.search(token, "When is the deposit returned?", "all-memories")).memories("content")
			if len(got) == 0 || got[0]["_id"] != deposit {
				t.Errorf("found %v", got)
			}
		}

		t.Run("passages get their vectors after the request that saves them", func(t *testing.T) {
			deposit = e.note(token, "The landlord returns the deposit within thirty days.")
			for range 5 {
				e.note(token, "Broad beans are sown in November. "+randomName())
			}
			wantEmbedded(t, db, "small", 16)
			find()
			if read := strings.Join(endpoint.Calls()[0].Inputs, "\n"); !strings.Contains(read, "the deposit within thirty days") {
				t.Errorf("the endpoint was sent %q", read)
			}
		})
		t.Run("a text that the endpoint refuses does not delay the vectors of others", func(t *testing.T) {
			e.want(200, e.call("DELETE", "/api/v1/content", token, map[string]string{"contentId": e.note(token, "an unspeakable thing")}))
			refused := e.note(token, "another unspeakable thing")
			for range 5 {
				e.note(token, "Something that may be said. "+randomName())
			}
			waitFor(t, "the others have vectors", func() bool {
				have, all := embedded(t, db, "small", 16)
				return have == all-1
			})
			if got := e.want(200, e.search(token, "unspeakable", "note")).memories("content"); len(got) == 0 || got[0]["_id"] != refused {
				t.Errorf("found %v", got)
			}
			e.want(200, e.call("DELETE", "/api/v1/content", token, map[string]string{"contentId": refused}))
		})
		t.Run("a changed model encodes every passage again", func(t *testing.T) {
			if err := e.app.Close(); err != nil {
				t.Fatal(err)
			}
			cfg.EmbeddingModel = "large"
			e = start(whole, cfg)
			find()
			wantEmbedded(t, db, "large", 24)
			find()
		})
		for _, outage := range []struct {
			title  string
			answer http.HandlerFunc
		}{
			{"that hangs", endpointtest.Hangs},
			{"that is broken", endpointtest.Error(http.StatusInternalServerError, "", "")},
		} {
			t.Run("an endpoint "+outage.title+" disturbs neither saving nor searching nor the stop", func(t *testing.T) {
				endpoint.Always(outage.answer)
				word := randomName()
				saved := e.note(token, "the word is "+word)
				if got := e.want(200, e.search(token, word, "note")).memories("content"); len(got) == 0 || got[0]["_id"] != saved {
					t.Errorf("found %v", got)
				}
				find()
				if err := e.app.Close(); err != nil || strings.Contains(e.log.String(), "requests were cut") {
					t.Errorf("stopped with %v", err)
				}
				for _, secret := range []string{endpoint.Key, "deposit", word} {
					if strings.Contains(e.log.String(), secret) {
						t.Errorf("the log holds %q", secret)
					}
				}
				endpoint.Always(nil)
				e = start(whole, cfg)
				wantEmbedded(t, db, "large", 24)
			})
		}
	})
}
