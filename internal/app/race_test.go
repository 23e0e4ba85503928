package app

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"engram/internal/config"
)

// TestRaces has far more calls arrive at once than a limit has room for, at two processes where the engine serves two. With
// ENGRAM_SLOW_TESTS, which "make test-races" sets, twenty times in a row.
func TestRaces(t *testing.T) {
	rounds := 1
	if os.Getenv("ENGRAM_SLOW_TESTS") != "" {
		rounds = 20
	}
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.Secret = "the same on every node, and long enough"
		nodes := []*engram{start(t, cfg)}
		if cfg.DatabaseURL != "" {
			nodes = append(nodes, start(t, beside(t, cfg)))
		}
		e := nodes[0]
		// race makes n calls at once and expects the given number of each status, and no other.
		race := func(t *testing.T, n int, want map[int]int, call func(e *engram, i int) answer) {
			t.Helper()
			var mu sync.Mutex
			got := map[int]int{}
			atOnce(n, func(i int) {
				status := call(nodes[i%len(nodes)], i).status
				mu.Lock()
				defer mu.Unlock()
				got[status]++
			})
			for status, count := range got {
				if want[status] != count {
					t.Fatalf("got %v, want %v", got, want)
				}
			}
		}
		for range rounds {
			t.Run("LIMIT-01 ROLE-03 ROLE-07 of 200 concurrent notes a free user stores 100", func(t *testing.T) {
				token := e.user()
				race(t, 200, map[int]int{200: 100, 429: 100}, func(e *engram, i int) answer {
					return e.call("POST", "/api/v1/content", token, map[string]string{"type": "note", "description": fmt.Sprint("note ", i)})
				})
				got := e.want(200, e.call("GET", "/api/v1/get-content-count", token, nil))
				list := e.want(200, e.call("GET", "/api/v1/content", token, nil)).memories("content")
				if got.body["canAddContent"] != false || got.body["count"] != float64(100) || len(list) != 100 {
					t.Errorf("%d are stored, and get-content-count says %v", len(list), got)
				}
				e.want(200, e.call("DELETE", "/api/v1/content", token, map[string]any{"contentId": list[0]["_id"]}))
				e.note(token, "there is room again")
			})
			t.Run("LIMIT-02 of ten concurrent documents a free user stores 2", func(t *testing.T) {
				token := e.user()
				links := make([]string, 10)
				for i := range links {
					links[i] = e.want(200, e.upload(token, fmt.Sprintf("%d.pdf", i), makePDF("text"))).text("url")
				}
				race(t, len(links), map[int]int{200: 2, 429: 8}, func(e *engram, i int) answer {
					return e.call("POST", "/api/v1/content", token, map[string]string{"type": "document", "link": links[i]})
				})
			})
			t.Run("LIMIT-04 of 50 concurrent searches only the day's remaining ones pass", func(t *testing.T) {
				token := e.user()
				e.note(token, "broad beans")
				for range 18 {
					e.want(200, e.search(token, "beans", "all-memories"))
				}
				race(t, 50, map[int]int{200: 2, 429: 48}, func(e *engram, _ int) answer {
					return e.search(token, "beans", "all-memories")
				})
			})
			t.Run("API-39 API-40 50 concurrent saves of one session all find the one membership", func(t *testing.T) {
				c := e.customer()
				id, _ := c.session("month")
				c.pay(id)
				race(t, 50, map[int]int{200: 50}, func(e *engram, _ int) answer { return c.at(e).save(id) })
				c.mustBe(true)
				if got := c.kinds(); !slices.Equal(got, []string{"signed-up", "pro-began"}) {
					t.Errorf("what happened: %v", got)
				}
			})
			t.Run("API-38 API-41 concurrent saves and cancellations end in the provider's state", func(t *testing.T) {
				c := e.customer()
				id := c.buy("month")
				race(t, 20, map[int]int{200: 20}, func(e *engram, i int) answer {
					if i%10 == 9 {
						return c.at(e).cancel()
					}
					return c.at(e).save(id)
				})
				c.mustBe(false)
			})
			t.Run("API-09 of 20 concurrent sign-ups of one name one succeeds", func(t *testing.T) {
				name := randomName()
				race(t, 20, map[int]int{200: 1, 409: 19}, func(e *engram, _ int) answer {
					return e.call("POST", "/api/v1/signup", "", map[string]string{"username": name, "password": password})
				})
			})
		}
	})
}

// TestPlanOfNow has requests whose first half came while their user was Pro, and whose second half comes when they are not.
func TestPlanOfNow(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.FreeMemories, cfg.FreeDocuments, cfg.FreeSearchesPerDay = 1, 1, 1
		e := start(t, cfg)
		for title, ask := range map[string]func(c customer) (path, body string){
			"LIMIT-01 notes": func(customer) (path, body string) { return "/api/v1/content", `{"type":"note","description":"more"}` },
			"LIMIT-02 documents": func(c customer) (path, body string) {
				link := c.want(200, c.upload(c.token, "one.pdf", makePDF("text"))).text("url")
				return "/api/v1/content", fmt.Sprintf(`{"type":"document","link":%q}`, link)
			},
			"LIMIT-04 searches": func(customer) (path, body string) {
				return "/api/v1/vector-search", `{"query":"beans","type":"all-memories"}`
			},
		} {
			t.Run(title+" have the limits of the plan at the moment that they are taken", func(t *testing.T) {
				c := e.customer()
				c.buy("month")
				c.note(c.token, "broad beans")
				c.want(200, c.call("POST", "/api/v1/content", c.token, map[string]string{
					"type": "document", "link": c.want(200, c.upload(c.token, "first.pdf", makePDF("text"))).text("url"),
				}))
				c.want(200, c.search(c.token, "beans", "all-memories"))
				finish := make([]func() int, 5)
				for i := range finish {
					finish[i] = c.half(ask(c))
				}
				c.want(200, c.cancel())
				for _, rest := range finish {
					if status := rest(); status != http.StatusTooManyRequests {
						t.Errorf("got %d", status)
					}
				}
			})
		}
	})
}

// half sends a request up to the middle of its body, when the server reads that and so has looked at the token; finish sends
// the rest and returns the status.
func (c customer) half(path, body string) (finish func() int) {
	c.t.Helper()
	host := strings.TrimPrefix(c.url, "http://")
	conn, err := net.Dial("tcp", host)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { conn.Close() })
	answers := bufio.NewReader(conn)
	_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: %s\r\nauthorization: %s\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n",
		path, host, c.token, len(body))
	if err != nil {
		c.t.Fatal(err)
	}
	if line, err := answers.ReadString('\n'); err != nil || !strings.Contains(line, "100 Continue") {
		c.t.Fatal(line, err)
	}
	if _, err := io.WriteString(conn, body[:5]); err != nil {
		c.t.Fatal(err)
	}
	return func() int {
		c.t.Helper()
		if _, err := io.WriteString(conn, body[5:]); err != nil {
			c.t.Fatal(err)
		}
		_, _ = answers.ReadString('\n') // the line that ends the "100 Continue"
		response, err := http.ReadResponse(answers, nil)
		if err != nil {
			c.t.Fatal(err)
		}
		defer response.Body.Close()
		return response.StatusCode
	}
}
