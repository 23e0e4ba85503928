package apptest_test

import (
	crand "crypto/rand"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"engram/internal/app/apptest"
	"engram/internal/blob/s3/s3test"
	"engram/internal/config"
	"engram/internal/store/storetest"
)

// nodeSettings returns those of n nodes on this database, with a bucket of their own.
func nodeSettings(t testing.TB, n int, database string) []config.Config {
	t.Helper()
	blobs := s3test.Start(t).Bucket("files")
	all := make([]config.Config, n)
	for i := range all {
		all[i] = apptest.Settings(t)
		all[i].DatabaseURL, all[i].BlobURL, all[i].Secret = database, blobs, "the same on every node, and long enough"
	}
	return all
}

// startNodes starts n nodes on a new database, and returns their addresses.
func startNodes(t testing.TB, n int) (urls []string) {
	t.Helper()
	for _, cfg := range nodeSettings(t, n, storetest.PostgresMigrated(t)) {
		urls = append(urls, apptest.Start(t, cfg))
	}
	return urls
}

// signUp returns the token of a new user.
func signUp(t testing.TB, url, name string) string {
	t.Helper()
	got := reply(url, "POST", "/api/v1/signup", "", "", "application/json", fmt.Sprintf(`{"username":%q,"password":"Correct1!horse"}`, name))
	var signedUp struct{ Token string }
	if err := json.Unmarshal([]byte(got.text), &signedUp); err != nil || signedUp.Token == "" {
		t.Fatalf("no sign-up: %v", got)
	}
	return signedUp.Token
}

func search(url, token, words string) answer {
	return reply(url, "POST", "/api/v1/vector-search", token, "", "application/json", fmt.Sprintf(`{"query":%q,"type":"all-memories"}`, words))
}

// What is saved at one node is found at another by the next request.
func TestSavedAtOneNodeIsFoundAtAnother(t *testing.T) {
	const users = 4
	saves := 100
	if os.Getenv("ENGRAM_SLOW_TESTS") != "" {
		saves = 10_000
	}
	nodes := startNodes(t, 3)
	var all sync.WaitGroup
	for u := range users {
		token := signUp(t, nodes[0], "reader"+string(rune('a'+u)))
		all.Go(func() {
			for range saves / users {
				text, at := "A note about "+crand.Text()+".", rand.IntN(len(nodes))
				if got := save(nodes[at], token, text); got.status != http.StatusOK {
					t.Errorf("a save: %+v", got)
					continue
				}
				if got := search(nodes[(at+1+rand.IntN(len(nodes)-1))%len(nodes)], token, text); !strings.Contains(got.text, text) {
					t.Errorf("%q was saved at another node and is not found: %d %.300s", text, got.status, got.text)
				}
			}
		})
	}
	all.Wait()
	t.Logf("%d of %d looked for", saves/users*users, saves)
}
