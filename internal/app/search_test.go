package app

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"engram/internal/config"
	"engram/internal/store"
)

var conversationID = regexp.MustCompile(`"conversation":"[0-9a-f-]+"`)

func TestSearch(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.FreeSearchesPerDay = 0
		e := start(t, cfg)
		token, stranger := e.user(), e.user()
		deposit := e.note(token, "The landlord must return the deposit within thirty days of moving out. Clause 4 says so.")
		e.note(token, "Broad beans are sown in November under fleece.")
		e.note(token, "The ferry to the island leaves at seven every morning except on Sundays.")
		video := e.add(token, map[string]string{"type": "link", "link": "https://www.youtube.com/watch?v=ferry-island"})
		e.note(stranger, "The stranger's deposit is kept in a blue tin.")

		t.Run("API-32 API-34 ASK-14 the right memory comes first, with an answer that cites it", func(t *testing.T) {
			got := e.want(200, e.search(token, "When must the landlord return my deposit?", "all-memories"))
			found := got.memories("content")
			if len(found) == 0 || found[0]["_id"] != deposit || got.body["answered"] != true {
				t.Fatalf("got %v", got)
			}
			if text := got.text("answer"); !strings.Contains(text, "thirty days") || !strings.Contains(text, "[1]") {
				t.Errorf("the answer: %s", text)
			}
			citations := got.memories("citations")
			if len(citations) == 0 || citations[0]["memoryId"] != deposit || citations[0]["n"] != float64(1) ||
				!strings.Contains(fmt.Sprint(citations[0]["quote"]), "thirty days") {
				t.Errorf("the citations: %v", citations)
			}
			if _, there := citations[0]["place"].(string); !there {
				t.Errorf("no place: %v", citations[0])
			}
		})
		t.Run("API-36 the same answer can be streamed", func(t *testing.T) {
			whole := e.want(200, e.search(token, "When must the landlord return my deposit?", "all-memories"))
			got := e.call("POST", "/api/v1/ask", token, map[string]string{"query": "When must the landlord return my deposit?", "type": "all-memories"})
			events := strings.Split(got.raw, "\n\n")
			own := conversationID.FindString(got.raw) // each is a conversation of its own
			if len(events) != 6 || !strings.HasPrefix(events[0], "event: related\ndata: {\"content\":[{\"_id\":\""+deposit) ||
				!strings.HasPrefix(events[2], "event: blocks\ndata: {\"from\":0,") || events[4] != "event: done\ndata: "+conversationID.ReplaceAllString(strings.TrimSpace(whole.raw), own) {
				t.Errorf("got %s", got.raw)
			}
			e.want(401, e.call("POST", "/api/v1/ask", "", map[string]string{"query": "deposit"}))
			e.want(400, e.call("POST", "/api/v1/ask", token, map[string]string{"query": " "}))
		})
		t.Run("API-28 a note is searchable when its request returns", func(t *testing.T) {
			for i := range 5 {
				word := randomName()
				id := e.note(token, fmt.Sprintf("The password of the %s is kept nowhere, number %d.", word, i))
				found := e.want(200, e.search(token, "what about the "+word, "all-memories")).memories("content")
				if len(found) == 0 || found[0]["_id"] != id {
					t.Errorf("%s: found %v", word, found)
				}
			}
		})
		t.Run("API-33 only memories of the chosen type are found", func(t *testing.T) {
			got := e.want(200, e.search(token, "ferry island", "video"))
			if found := got.memories("content"); len(found) != 1 || found[0]["_id"] != video["_id"] {
				t.Errorf("got %v", got)
			}
			if got := e.want(200, e.search(token, "deposit", "document")); len(got.memories("content")) != 0 {
				t.Errorf("documents: %v", got)
			}
			e.want(400, e.search(token, "deposit", "integration"))
		})
		t.Run("ROLE-06 another user's memories are never found", func(t *testing.T) {
			if got := e.search(token, "stranger blue tin", "all-memories").raw; strings.Contains(got, "blue tin") {
				t.Errorf("a stranger's words came back: %s", got)
			}
		})
		t.Run("ASK-15 when the memories hold no answer, it says so", func(t *testing.T) {
			for _, empty := range []answer{
				e.want(200, e.search(token, "How tall is the Eiffel tower?", "all-memories")),
				e.want(200, e.search(e.user(), "anything at all", "all-memories")),
			} {
				if empty.body["answered"] != false || empty.text("answer") == "" || len(empty.memories("citations")) != 0 {
					t.Errorf("got %v", empty)
				}
			}
		})
		t.Run("API-35 a blank query is answered 400", func(t *testing.T) {
			for _, blank := range []string{"\x00", "\u202e", "", " \n\t "} {
				if got := e.want(400, e.search(token, blank, "all-memories")).text("message"); got != "Please enter a search query" {
					t.Errorf("%q: %s", blank, got)
				}
			}
			e.want(400, e.call("POST", "/api/v1/vector-search", token, `{"query":`))
			e.want(400, e.call("POST", "/api/v1/vector-search", token, `{"query":["a"],"type":"note"}`))
		})
		t.Run("unusual queries are ordinary queries", func(t *testing.T) {
			for _, query := range []string{
				`"`, `'; DROP TABLE memories; --`, "AND OR NOT NEAR(", "*", "a:b", "%", "🙂", "the", "who is the",
				"ﬁﬀ", "日本語の質問", "морковь", "../../etc/passwd", "<script>", "{{7*7}}", strings.Repeat("word ", 399), strings.Repeat("x", 2000),
			} {
				e.want(200, e.search(token, query, "all-memories"))
			}
			for _, query := range []string{strings.Repeat("word ", 10_000), strings.Repeat("x", 2001)} {
				if got := e.want(400, e.search(token, query, "all-memories")).text("message"); got != "Please ask in at most 2,000 characters" {
					t.Errorf("of %d bytes: %s", len(query), got)
				}
			}
		})
		t.Run("API-31 a deleted memory never shows in an answer again", func(t *testing.T) {
			e.want(200, e.call("DELETE", "/api/v1/content", token, map[string]string{"contentId": deposit}))
			if got := e.want(200, e.search(token, "When must the landlord return my deposit?", "all-memories")); strings.Contains(got.raw, "thirty days") {
				t.Errorf("got %v", got)
			}
		})
	})
}

func TestFilters(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		e := start(t, cfg)
		token := e.user()
		video := e.add(token, map[string]string{"type": "link", "link": "https://www.youtube.com/watch?v=bowline-knot"})
		note := e.note(token, "The bowline knot holds a boat and opens again.")
		t.Run("a kind in the question's words filters, and the answer names the filter", func(t *testing.T) {
			got := e.want(200, e.search(token, "the video about the bowline knot", "all-memories"))
			filters, _ := got.body["filters"].(map[string]any)
			if found := got.memories("content"); len(found) != 1 || found[0]["_id"] != video["_id"] || filters["type"] != "video" {
				t.Errorf("got %v", got)
			}
		})
		t.Run("a time in the question's words filters by the time of saving", func(t *testing.T) {
			got := e.want(200, e.search(token, "what did I save today about the bowline knot", "all-memories"))
			filters, _ := got.body["filters"].(map[string]any)
			if len(got.memories("content")) != 2 || fmt.Sprint(filters["words"]) != "[today]" {
				t.Errorf("got %v", got)
			}
		})
		t.Run("a filter that would hide the answer is not applied", func(t *testing.T) {
			for _, question := range []string{"the pdf about the bowline knot", "what did I note yesterday about the bowline knot"} {
				got := e.want(200, e.search(token, question, "all-memories"))
				if _, filtered := got.body["filters"]; filtered || !strings.Contains(got.raw, note) {
					t.Errorf("%s: got %v", question, got)
				}
			}
		})
	})
}

func TestFindWhileTyping(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.FreeSearchesPerDay = 1
		e := start(t, cfg)
		token, stranger := e.user(), e.user()
		beans := e.note(token, "Broad beans are sown in November under fleece.")
		ferry := e.note(token, "The ferry to the island leaves at seven.")
		video := e.add(token, map[string]string{"type": "link", "link": "https://www.youtube.com/watch?v=ferry-island"})
		e.note(stranger, "The stranger's ferry is blue.")
		find := func(q string) string {
			return fmt.Sprint(ids(e.want(200, e.call("GET", "/api/v1/content?"+q, token, nil)).memories("content")))
		}
		t.Run("a prefix and a misspelt word find a memory while typing", func(t *testing.T) {
			for _, q := range []string{"q=bea", "q=broad+be", "q=fleece", "q=flecee", "q=fl&limit=1"} {
				if got := find(q); got != fmt.Sprint([]any{beans}) {
					t.Errorf("%s: %s", q, got)
				}
			}
		})
		t.Run("only the caller's memories of the type are found, up to the limit", func(t *testing.T) {
			if got := find("q=ferr&type=video"); got != fmt.Sprint([]any{video["_id"]}) {
				t.Errorf("videos: %s", got)
			}
			if got := find("q=ferr&type=note"); got != fmt.Sprint([]any{ferry}) {
				t.Errorf("notes: %s", got)
			}
			if got := e.call("GET", "/api/v1/content?q=ferr&limit=1", token, nil).memories("content"); len(got) != 1 {
				t.Errorf("one: %v", got)
			}
		})
		t.Run("whatever is typed, no match is an empty list", func(t *testing.T) {
			for _, q := range []string{"zzzzzz", "%25", "%00", "%F0%9F%99%82", "'--", "%FF", strings.Repeat("x", 1000)} {
				if got := find("q=" + q); got != "[]" {
					t.Errorf("%.20s: %s", q, got)
				}
			}
		})
		t.Run("a deleted memory is not found while typing", func(t *testing.T) {
			e.want(200, e.call("DELETE", "/api/v1/content", token, map[string]string{"contentId": ferry}))
			if got := find("q=ferry&type=note"); got != "[]" {
				t.Errorf("got %s", got)
			}
		})
		t.Run("searching while typing is not counted", func(t *testing.T) {
			e.want(200, e.search(token, "beans", "all-memories"))
		})
	})
}

func TestSearchLimit(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.FreeSearchesPerDay = 3
		e := start(t, cfg)
		token := e.user()
		e.note(token, "one note")
		t.Run("LIMIT-04 a free user has the day's searches, and a refused one is not counted", func(t *testing.T) {
			for range 5 {
				e.want(400, e.search(token, "", "all-memories"))
				e.want(400, e.search(token, "note", "nonsense"))
			}
			for range 3 {
				e.want(200, e.search(token, "note", "all-memories"))
			}
			if e.want(429, e.search(token, "note", "all-memories")).header.Get("Retry-After") == "" {
				t.Error("there is no Retry-After")
			}
			e.want(200, e.search(e.user(), "note", "all-memories"))
		})
	})
}

// promote makes a user premium as a payment will, in the database itself.
func promote(t *testing.T, cfg config.Config, name string) {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{URL: cfg.Database()})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Writer().Exec(`UPDATE users SET plan = 'pro' WHERE username = $1`, name); err != nil {
		t.Fatal(err)
	}
}

func TestPremium(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.FreeSearchesPerDay, cfg.FreeMemories, cfg.FreeDocuments, cfg.ProDocuments = 1, 1, 1, 3
		e := start(t, cfg)
		token := e.signUp("Premium")
		promote(t, cfg, "Premium")
		if got := e.want(200, e.call("GET", "/api/v1/getuser", token, nil)); got.body["isPremium"] != true {
			t.Fatalf("getuser: %v", got)
		}
		t.Run("LIMIT-10 a premium user has no memory limit", func(t *testing.T) {
			e.note(token, "one note")
			e.note(token, "another note")
			got := e.want(200, e.call("GET", "/api/v1/get-content-count", token, nil))
			if limit, there := got.body["limit"]; !there || limit != nil || got.body["canAddContent"] != true {
				t.Errorf("get-content-count: %v", got)
			}
		})
		t.Run("LIMIT-05 Pro searches are unlimited", func(t *testing.T) {
			for range 5 {
				e.want(200, e.search(token, "note", "all-memories"))
			}
		})
		t.Run("LIMIT-03 a Pro user has at most the documents of the plan", func(t *testing.T) {
			for i := range 3 {
				link := e.want(200, e.upload(token, "a.pdf", makePDF(fmt.Sprint("document ", i)))).text("url")
				e.add(token, map[string]string{"type": "document", "link": link})
			}
			got := e.want(200, e.call("GET", "/api/v1/get-documentupload-status", token, nil))
			if got.body["canUpload"] != false || got.body["limit"] != float64(3) {
				t.Errorf("get-documentupload-status: %v", got)
			}
			e.want(429, e.upload(token, "a.pdf", makePDF("one more")))
		})
	})
}
