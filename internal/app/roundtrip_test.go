package app

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"engram/internal/config"
	"engram/internal/export/exporttest"
)

// cherished returns a household with what can be had of each kind: also figures, highlights, files,
// earlier texts, tags and filters.
func cherished(t *testing.T, e *engram, pages string) household {
	t.Helper()
	l := furnish(t, e, pages)
	link := e.settled(l.token, e.add(l.token, map[string]string{"type": "link", "link": pages + "/mole"})["_id"].(string))["_id"].(string)
	waitFor(t, "its figure is there", func() bool {
		return strings.Contains(e.want(200, e.call("GET", "/api/v1/content/"+link+"/document", l.token, nil)).raw, `"url"`)
	})
	e.want(200, e.call("PATCH", "/api/v1/content/"+link, l.token, map[string]any{"title": "The mole", "tags": []string{"stone", "sea wall"}, "remark": "For June", "starred": true, "savedAt": "2019-03-04T05:06:07Z"}))
	e.want(200, e.call("POST", "/api/v1/content/"+link+"/highlights", l.token, map[string]any{"passage": 0, "span": [2]int{0, 8}, "quote": "The mole", "remark": "Who built it"}))
	note := e.note(l.token, "# Shopping\n\nA lantern for the harbour.")
	for _, text := range []string{"# Shopping\n\nTwo lanterns.", "# Another list\n\nRope, and a bell for the harbour."} {
		e.want(200, e.call("PATCH", "/api/v1/content/"+note, l.token, map[string]any{"description": text}))
	}
	e.want(200, e.call("POST", "/api/v1/content/"+note+"/files", l.token, map[string]any{"link": e.upload(l.token, "plan.pdf", makePDF("A plan")).text("url")}))
	e.want(200, e.call("POST", "/api/v1/filters", l.token, map[string]any{"name": "Stones", "filter": "tag:stone"}))
	e.want(200, e.ask(l.token, "What stands at the mole?", l.conversation))
	return l
}

// harbour serves pages, and counts what is asked of it.
func harbour(t *testing.T) (url string, asked *atomic.Int64) {
	asked = &atomic.Int64{}
	counted := func(h http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			asked.Add(1)
			h(w, r)
		}
	}
	quay := quay(t)
	pass := func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, quay+r.URL.Path, http.StatusFound) }
	return site(t, map[string]http.HandlerFunc{
		"/quay": counted(pass), "/picture.png": counted(pass),
		"/mole": counted(html(`<title>Mole</title><article><h1>Mole</h1><p>The mole was heaped up from stones of the old fort, and a lighthouse stands at its end.</p>
			<figure><img src="/picture.png" alt="The lighthouse" width="400" height="300"><figcaption>At dusk</figcaption></figure>
			<ul><li>Boats lie behind it.</li><li>Herons stand on it.</li></ul></article>`)),
	}), asked
}

// moveIn imports an archive, and fails unless all of it is saved.
func (e *engram) moveIn(t *testing.T, token, archive string) {
	t.Helper()
	i := e.takeOver(token, archive)
	wantFields(t, i, map[string]any{"format": "engram", "saved": i["found"], "existing": 0, "merged": 0, "failed": 0, "noteCount": 0, "fetching": 0})
}

// comesBack fails unless two archives have the same data.
func comesBack(t *testing.T, left, came string) {
	t.Helper()
	if diff := cmp.Diff(exporttest.Same(t, exporttest.Unpacked(t, []byte(left))), exporttest.Same(t, exporttest.Unpacked(t, []byte(came)))); diff != "" {
		t.Errorf("(-left +came back)\n%s", diff)
	}
}

func TestRoundTrip(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.FreeMemories, cfg.FreeDocuments = 0, 0
		pages, asked := harbour(t)
		e := start(t, cfg)
		ada := cherished(t, e, pages)
		archive := e.export(ada.token)
		before, requests := ada.answers(e), asked.Load()

		t.Run("a library comes back as it left, with its answers, and nothing is fetched", func(t *testing.T) {
			// Another Engram, or another account of the same.
			for name, into := range map[string]*engram{"another": start(t, settings(t)), "the same": e} {
				there := household{name: randomName(), conversation: ada.conversation}
				there.token = into.signUp(there.name)
				into.moveIn(t, there.token, archive)
				comesBack(t, archive, into.export(there.token))
				if diff := cmp.Diff(before, there.answers(into)); diff != "" {
					t.Errorf("%s Engram answers otherwise:\n%s", name, diff)
				}
				again := into.want(202, into.bring(there.token, "again.zip", strings.NewReader(archive))).text("id")
				ready := into.rests(there.token, again, "ready")
				wantFields(t, ready, map[string]any{"existing": ready["found"]})
				wantFields(t, ready["preview"].(map[string]any), map[string]any{"new": 0, "conversations": 0, "filters": 0})
			}
			if n := asked.Load(); n != requests {
				t.Errorf("%d requests were made for it", n-requests)
			}
		})
		t.Run("an undo leaves nothing of it", func(t *testing.T) {
			token := e.user()
			empty := e.export(token)
			id := e.want(202, e.bring(token, "engram.zip", strings.NewReader(archive))).text("id")
			e.rests(token, id, "ready")
			e.begin(token, id)
			e.rests(token, id, "done")
			e.actOn(token, id, "undo")
			wantFields(t, e.rests(token, id, "done"), map[string]any{"undone": 5, "kept": 0, "undoable": false})
			comesBack(t, empty, e.export(token))
		})
		t.Run("generated libraries come back as they left", func(t *testing.T) {
			for seed := range 4 {
				left, err := rapid.Custom(exporttest.Library).Example(100 + seed).Archive(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				token := e.user()
				if i := e.takeOver(token, string(left)); i["saved"].(float64)+i["followed"].(float64) != i["found"].(float64) {
					t.Errorf("%v", i)
				}
				comesBack(t, string(left), e.export(token))
			}
		})
	})
}
