package app

import (
	"encoding/csv"
	"net/http"
	"strings"
	"testing"

	"engram/internal/answer/answertest"
	"engram/internal/config"
	"engram/internal/embed/embedtest"
)

// What is counted and what was sent can be read, and the tables open in a spreadsheet.
func TestWhatIsUsed(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		meanings, endpoint := embedtest.New(t), answertest.New(t)
		both := site(t, map[string]http.HandlerFunc{
			"/v1/embeddings":       forward(meanings.URL + "/embeddings"),
			"/v1/chat/completions": forward(endpoint.URL + "/chat/completions"),
		})
		endpoint.Always(answertest.Says("The landlord returns the deposit within thirty days [1]."))
		cfg.AIURL, cfg.EmbeddingModel, cfg.ChatModel, cfg.FreeSearchesPerDay = both+"/v1", "small", "small", 0
		e := start(t, cfg)
		token, other := e.user(), e.user()
		lost := e.note(token, "=SUM(A1) "+lease)
		waitFor(t, "the passage is embedded", func() bool {
			return e.call("GET", "/api/v1/reading", token, nil).body["read"] == 1.0
		})
		e.upload(token, "lease.pdf", makePDF(lease))
		e.want(200, e.search(token, whenDeposit, "all-memories"))

		calls := func(token string) (purposes map[string][]any) {
			purposes = map[string][]any{}
			for _, call := range e.want(200, e.call("GET", "/api/v1/usage/ai", token, nil)).body["calls"].([]any) {
				c := call.(map[string]any)
				if c["model"] != "small" || c["promptTokens"].(float64) < 1 || c["at"] == "" {
					t.Errorf("got %v", c)
				}
				purposes[c["purpose"].(string)] = append(purposes[c["purpose"].(string)], c["memories"])
			}
			return purposes
		}
		sent := calls(token)
		if len(sent["answer"]) != 1 || len(sent["embedding"]) != 2 || len(sent["answer"][0].([]any)) != 1 {
			t.Errorf("sent %v", sent)
		}
		if none := calls(other); len(none) != 0 {
			t.Errorf("another's: %v", none)
		}
		days := e.want(200, e.call("GET", "/api/v1/usage/days?days=90", token, nil)).body["days"].([]any)
		if today := days[len(days)-1].(map[string]any); len(days) != 90 || today["saves"] != 1.0 || today["searches"] != 1.0 {
			t.Errorf("%d days, today %v", len(days), today)
		}
		e.want(400, e.call("GET", "/api/v1/usage/days?days=4000", token, nil))
		storage := e.want(200, e.call("GET", "/api/v1/usage/storage", token, nil)).body
		if kinds := storage["kinds"].([]any); len(kinds) != 2 || storage["total"].(float64) < 500 || kinds[0].(map[string]any)["text"].(float64) < 50 {
			t.Errorf("stored: %v", storage)
		}
		for path, want := range map[string]string{
			"usage/days.csv": ",1,1", "usage/ai.csv": "'=SUM(A1)", "audit.csv": "signed-up",
		} {
			got := e.want(200, e.call("GET", "/api/v1/"+path, token, nil))
			rows, err := csv.NewReader(strings.NewReader(got.raw)).ReadAll()
			if err != nil || len(rows) < 2 || !strings.Contains(got.raw, want) {
				t.Errorf("%s: %v, %q", path, err, got.raw)
			}
			e.want(401, e.call("GET", "/api/v1/"+path, "", nil))
		}
		e.want(200, e.call("DELETE", "/api/v1/content", token, map[string]string{"contentId": lost}))
		if got := e.call("GET", "/api/v1/usage/ai.csv", token, nil).raw; strings.Contains(got, "SUM") {
			t.Errorf("the title of a deleted memory: %q", got)
		}
	})
}
