package app

import (
	"database/sql"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestTimes asks for what was saved when, of what kind and how much of it, as people say it, newest first.
func TestTimes(t *testing.T) {
	cfg := settings(t)
	cfg.FreeSearchesPerDay = 0
	e := start(t, cfg)
	token := e.user()
	names := e.savedOn(cfg.Database(), token)
	for question, want := range map[string]string{
		"what did I save between June and August 2023":           "july clip june",
		"notes from 2023-03-05":                                  "march",
		"what did I save on March 5th, 2023":                     "march",
		"what did I save the week of June 9, 2023":               "june",
		"what did I save around Thanksgiving 2023":               "turkey",
		"what did I watch in July 2023":                          "clip",
		"what did I save in Q1 2023":                             "march",
		"what did I save in early June 2023":                     "june",
		"what did I save before 2022":                            "page",
		"what did I save a year ago":                             "lastyear",
		"what have I been saving lately":                         "newest newer new",
		"the last three things I saved":                          "newest newer new",
		"that youtube clip":                                      "clip",
		"that post from X":                                       "post",
		"was habe ich zwischen Juni und August 2023 gespeichert": "july clip june",
		"qu'est-ce que j'ai enregistré il y a un an":             "lastyear",
	} {
		t.Run("ASK-14 ASK-15 a time in everyday words filters: "+question, func(t *testing.T) {
			got := e.want(200, e.search(token, question, "all-memories"))
			var found []string
			for _, m := range got.memories("content") {
				found = append(found, names[m["_id"].(string)])
			}
			all := strings.Fields(want)
			found = found[:min(len(found), len(all)+1)]
			if question == "what have I been saving lately" { // as many as fit
				found = found[:len(all)]
			}
			if !slices.Equal(found, all) || got.body["answered"] != true {
				t.Errorf("found %v, want %v: %s", found, all, got.text("answer"))
			}
		})
	}
}

// savedOn saves memories on days of old, and returns their names by id.
func (e *engram) savedOn(path, token string) map[string]string {
	e.t.Helper()
	names := make(map[string]string)
	db, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(60000)")
	if err != nil {
		e.t.Fatal(err)
	}
	defer db.Close()
	on := func(name, id string, at time.Time) {
		names[id] = name
		if _, err := db.Exec(`UPDATE memories SET created_at = ? WHERE id = ?`, at.UnixMilli(), id); err != nil {
			e.t.Fatal(err)
		}
	}
	day := func(s string) time.Time {
		at, err := time.Parse("2006-01-02 15", s+" 12")
		if err != nil {
			e.t.Fatal(err)
		}
		return at
	}
	link := func(address string) string {
		return e.add(token, map[string]string{"type": "link", "link": address})["_id"].(string)
	}
	on("page", link("http://127.0.0.1:1/mosses"), day("2021-02-03"))
	on("post", link("https://x.com/ada/status/1234567890"), day("2022-10-01"))
	on("march", e.note(token, "The gate code is written on the back of the shed."), day("2023-03-05"))
	on("june", e.note(token, "Paint the fence before the rain comes."), day("2023-06-09"))
	on("clip", link("https://www.youtube.com/watch?v=ferry-island"), day("2023-07-03"))
	on("july", e.note(token, "Broad beans are sown under fleece."), day("2023-07-20"))
	on("turkey", e.note(token, "Brine the bird for a whole day."), day("2023-11-22"))
	on("lastyear", e.note(token, "The ferry leaves at seven."), time.Now().AddDate(-1, 0, 4))
	for i, name := range []string{"new", "newer", "newest"} {
		on(name, e.note(token, "A fresh thought, called "+name), time.Now().Add(time.Duration(i-5)*time.Minute))
	}
	return names
}
