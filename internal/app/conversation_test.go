package app

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"engram/internal/config"
)

// ask asks in a conversation or, without an id, in a new one.
func (e *engram) ask(token, query, conversation string) answer {
	e.t.Helper()
	return e.call("POST", "/api/v1/vector-search", token, map[string]string{"query": query, "type": "all-memories", "conversation": conversation})
}

// turns returns the turns of a conversation.
func (e *engram) turns(token, conversation string) []map[string]any {
	e.t.Helper()
	return e.want(200, e.call("GET", "/api/v1/conversations/"+conversation, token, nil)).memories("turns")
}

func TestConversations(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.FreeSearchesPerDay = 0
		e := start(t, cfg)

		t.Run("ASK-14 API-34 a follow-up finds the subject of the questions before it, and cites it", func(t *testing.T) {
			token := e.user()
			id := e.note(token, "The dental clinic on Harbour Street opens at eight. Its phone number is 555 0142.")
			e.note(token, "The phone number of the plumber is 555 0199.")
			first := e.want(200, e.ask(token, "When does the dental clinic open?", ""))
			got := e.want(200, e.ask(token, "And its phone number?", first.text("conversation")))
			if !strings.Contains(got.text("answer"), "555 0142") || got.memories("content")[0]["_id"] != id || got.text("asked") == "" {
				t.Errorf("got %v", got)
			}
			turns := e.turns(token, got.text("conversation"))
			if len(turns) != 2 || turns[1]["answer"] != got.text("answer") || turns[1]["asked"] != got.text("asked") {
				t.Errorf("kept %v", turns)
			}
		})

		t.Run("API-30 a deleted memory is removed from answers at once, also from kept ones", func(t *testing.T) {
			token := e.user()
			id := e.note(token, "The safe in the hall opens with 4471.")
			first := e.want(200, e.ask(token, "What opens the safe in the hall?", ""))
			conversation := first.text("conversation")
			if !strings.Contains(first.text("answer"), "4471") {
				t.Fatalf("got %v", first)
			}
			e.want(200, e.call("DELETE", "/api/v1/content", token, map[string]string{"contentId": id}))
			for _, path := range []string{"/" + conversation, "", "?query=4471"} {
				if got := e.want(200, e.call("GET", "/api/v1/conversations"+path, token, nil)); strings.Contains(got.raw, "4471") {
					t.Errorf("%s says %v", path, got)
				}
			}
			if turn := e.turns(token, conversation)[0]; turn["withdrawn"] != true || turn["question"] != "What opens the safe in the hall?" {
				t.Errorf("left is %v", turn)
			}
		})

		t.Run("concurrent follow-ups each get a turn of their own", func(t *testing.T) {
			token := e.user()
			e.note(token, "The dental clinic opens at eight.")
			conversation := e.want(200, e.ask(token, "When does the dental clinic open?", "")).text("conversation")
			atOnce(20, func(i int) { e.want(200, e.ask(token, fmt.Sprintf("And on day %d?", i), conversation)) })
			var asked []string
			for _, turn := range e.turns(token, conversation)[1:] {
				asked = append(asked, turn["question"].(string))
			}
			slices.Sort(asked)
			if len(asked) != 20 || len(slices.Compact(asked)) != 20 {
				t.Errorf("kept %v", asked)
			}
		})

		t.Run("deleting a conversation and a memory while they are asked leaves nothing behind", func(t *testing.T) {
			token := e.user()
			var conversations, notes []string
			for i := range 4 {
				notes = append(notes, e.note(token, fmt.Sprintf("The code of locker %d is 90%d1.", i, i)))
				conversations = append(conversations, e.want(200, e.ask(token, fmt.Sprintf("What is the code of locker %d?", i), "")).text("conversation"))
			}
			var mu sync.Mutex
			statuses := map[int]int{}
			atOnce(24, func(i int) {
				var got answer
				switch i {
				case 9:
					got = e.call("DELETE", "/api/v1/conversations/"+conversations[0], token, nil)
				case 11:
					got = e.call("DELETE", "/api/v1/content", token, map[string]string{"contentId": notes[1]})
				default:
					got = e.ask(token, fmt.Sprintf("What is the code of locker %d?", i%4), conversations[i%2])
				}
				mu.Lock()
				defer mu.Unlock()
				statuses[got.status]++
			})
			if statuses[200]+statuses[404] != 24 {
				t.Errorf("answered %v", statuses)
			}
			e.want(404, e.call("GET", "/api/v1/conversations/"+conversations[0], token, nil))
			if got := e.want(200, e.call("GET", "/api/v1/conversations/"+conversations[1], token, nil)); strings.Contains(got.raw, "9011") {
				t.Errorf("it says what was deleted: %v", got)
			}
		})

		t.Run("ASK-14 a question about one memory is answered from that one only, and so are its follow-ups", func(t *testing.T) {
			token, stranger := e.user(), e.user()
			clinic := e.note(token, "The dental clinic on Harbour Street opens at eight. Its phone number is 555 0142.")
			plumber := e.note(token, "The plumber on Harbour Street has the phone number 555 0199 and comes at nine.")
			of := func(token, id, conversation, query string) answer {
				return e.call("POST", "/api/v1/vector-search", token, map[string]string{"query": query, "type": "all-memories", "contentId": id, "conversation": conversation})
			}
			first := e.want(200, of(token, plumber, "", "What is the phone number?"))
			second := e.want(200, of(token, "", first.text("conversation"), "And the phone number of the clinic on Harbour Street?"))
			for _, got := range []answer{first, second} {
				if strings.Contains(got.raw, "0142") || strings.Contains(got.raw, clinic) || got.text("contentId") != plumber {
					t.Errorf("got %v", got)
				}
			}
			if !strings.Contains(first.text("answer"), "555 0199") {
				t.Errorf("got %v", first)
			}
			nothing := e.want(200, of(token, plumber, "", "How long does pizza dough rest?"))
			if nothing.text("answer") != "Nothing in this memory answers this." {
				t.Errorf("got %v", nothing)
			}
			e.want(404, of(stranger, plumber, "", "What is the phone number?"))
			e.want(404, of(token, "\x00", "", "What is the phone number?"))
		})

		t.Run("API-36 the stream of an answer ends with the conversation that keeps it", func(t *testing.T) {
			token := e.user()
			e.note(token, "The dental clinic opens at eight.")
			stream := e.want(200, e.call("POST", "/api/v1/ask", token, map[string]string{"query": "When does the dental clinic open?"})).raw
			list := e.want(200, e.call("GET", "/api/v1/conversations", token, nil)).memories("conversations")
			_, done, _ := strings.Cut(stream, "event: done")
			if len(list) != 1 || !strings.Contains(done, list[0]["id"].(string)) {
				t.Errorf("listed %v, ended with %s", list, done)
			}
		})
	})
}
