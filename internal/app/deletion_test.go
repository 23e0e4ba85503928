package app

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/app/datadir"
	"engram/internal/backup"
	"engram/internal/billing/stripe/stripetest"
	"engram/internal/blob"
	"engram/internal/blob/disk"
	"engram/internal/config"
	"engram/internal/store"
)

// canary is a word that stands in everything that a person saves.
const canary = "zqvxcanary"

// perch has a person leave the word wherever there is a place for one.
func (e *engram) perch(t *testing.T, token, pages string) {
	t.Helper()
	e.want(200, e.call("PUT", "/api/v1/email", token, map[string]string{"email": canary + "@example.com"}))
	note := e.note(token, "The "+canary+" sings at noon.")
	link := e.settled(token, e.add(token, map[string]string{"type": "link", "link": pages + "/quay?" + canary})["_id"].(string))["_id"].(string)
	e.paper(token, "A "+canary+" nests in spring.")
	e.want(200, e.upload(token, canary+".pdf", makePDF("Nobody claims the "+canary)))
	e.settled(token, e.add(token, map[string]string{"type": "link", "link": "http://127.0.0.1:1/" + canary})["_id"].(string)) // it fails
	e.want(200, e.call("PATCH", "/api/v1/content/"+link, token, map[string]any{"title": canary + " title", "tags": []string{canary + " tag"}, "remark": canary + " remark"}))
	e.want(200, e.call("PATCH", "/api/v1/content/"+note, token, map[string]any{"description": "Now the " + canary + " sings at night, and of other things, at some length."}))
	e.want(200, e.call("POST", "/api/v1/content/"+note+"/highlights", token, map[string]any{"passage": 0, "span": [2]int{0, 7}, "quote": "Now the", "remark": canary + " mark"}))
	e.want(200, e.call("POST", "/api/v1/filters", token, map[string]string{"name": canary, "filter": "tag:\"" + canary + " tag\""}))
	e.want(200, e.ask(token, "When does the "+canary+" sing?", ""))
	e.want(200, e.search(token, canary, "all-memories"))
	e.want(200, e.call("DELETE", "/api/v1/content", token, map[string]string{"contentId": e.note(token, "A "+canary+" in the trash.")}))
	feed := e.want(200, e.call("POST", "/api/v1/feeds", token, map[string]string{"url": pages + "/feed?" + canary}))
	e.want(200, e.call("PATCH", "/api/v1/feeds/"+feed.text("id"), token, map[string]string{"title": canary + " news"}))
	e.takeOver(token, `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>`+canary+` folder</H3><DL><p><DT><A HREF="`+pages+`/quay?brought=`+canary+`">Brought `+canary+`</A></DL></DL>`)
	e.want(202, e.bring(token, canary+".html", strings.NewReader(`<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="javascript:`+canary+`">`+canary+`</A></DL>`))) // never started
	e.settle(token)
}

// settle waits until nothing of a person is on its way.
func (e *engram) settle(token string) {
	e.t.Helper()
	waitFor(e.t, "all is fetched", func() bool {
		return !strings.Contains(e.want(200, e.call("GET", "/api/v1/content?limit=50", token, nil)).raw, `"status":"pending"`)
	})
}

// leave deletes an account.
func (e *engram) leave(token, name, password string) answer {
	e.t.Helper()
	return e.call("DELETE", "/api/v1/account", token, map[string]string{"username": name, "password": password})
}

// filesWith lists the files below a folder that hold a word, in content or name.
func filesWith(t *testing.T, dir string, words ...string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && slices.ContainsFunc(words, func(w string) bool { return strings.Contains(entry.Name(), w) }) {
			if err == nil {
				found = append(found, path)
			}
			return nil // what goes meanwhile
		}
		if entry.IsDir() || !entry.Type().IsRegular() {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return nil
		}
		for _, w := range words {
			if bytes.Contains(content, []byte(w)) || strings.Contains(path, w) {
				found = append(found, path+" has "+w)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// blobsWith lists the keys of stored files that hold a word.
func blobsWith(t *testing.T, cfg config.Config, word string) (found []string) {
	t.Helper()
	files, err := datadir.OpenFiles(t.Context(), cfg, disk.Attach)
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	err = files.List(t.Context(), func(info blob.Info) error {
		if strings.Contains(info.Key, word) {
			found = append(found, info.Key)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// tablesWith lists the tables of a Postgres that hold a word, but for jobs that look again.
func tablesWith(t *testing.T, address string, words ...string) (found []string) {
	t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(`SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		tables = append(tables, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		for _, w := range words {
			var n int
			query := fmt.Sprintf(`SELECT COUNT(*) FROM %q AS r WHERE r::text LIKE '%%' || $1 || '%%'`, table)
			if table == "river_job" {
				query += ` AND kind <> 'delete_user'`
			}
			if err := db.QueryRow(query, w).Scan(&n); err != nil {
				t.Fatal(table, err)
			}
			if n > 0 {
				found = append(found, table+" has "+w)
			}
		}
	}
	return found
}

// manifest makes a backup and returns its list of files.
func manifest(t *testing.T, cfg config.Config) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "backup")
	if err := Backup(t.Context(), cfg, name, nil, io.Discard); err != nil {
		t.Fatal(err)
	}
	archive, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	m, err := backup.Verify(t.Context(), archive, "")
	if err != nil {
		t.Fatal(err)
	}
	listed, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return string(listed)
}

func TestNothingOfADeletedAccountIsLeft(t *testing.T) {
	pages := site(t, map[string]http.HandlerFunc{
		"/quay": html(`<title>The ` + canary + ` quay</title><p>A ` + canary + ` was built by Danish masons, and stands there still.`),
		"/feed": func(w http.ResponseWriter, r *http.Request) {
			_, _ = fmt.Fprintf(w, `<rss version="2.0"><channel><title>%[1]s</title><item><title>Of %[1]s</title><link>http://%[2]s/quay?item=%[1]s</link><guid>%[1]s</guid></item></channel></rss>`, canary, r.Host)
		},
	})
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.FreeDocuments, cfg.WatchDir = 5, t.TempDir()
		e := start(t, cfg)
		token, other := e.signUp("Perry"), e.user()
		e.perch(t, token, pages)
		watch := func(token, name, content string) {
			folder := filepath.Join(cfg.WatchDir, "perry")
			if err := errors.Join(os.MkdirAll(folder, 0o700), os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600)); err != nil {
				t.Fatal(err)
			}
			waitFor(t, name+" is taken in", func() bool {
				return strings.Contains(e.want(200, e.call("GET", "/api/v1/content?limit=50", token, nil)).raw, name)
			})
			e.settle(token)
		}
		watch(token, "a "+canary+".md", "A "+canary+" in the folder.")
		e.note(other, "Another's note stays.")
		id := userOf(token)
		if before := manifest(t, cfg); !strings.Contains(before, id) || strings.Contains(before, canary) {
			t.Error("a backup's manifest names the person's files, and no word of theirs:", before)
		}
		if err := e.app.Close(); err != nil { // it writes the indexes
			t.Fatal(err)
		}
		e = start(t, cfg)
		if len(filesWith(t, cfg.CacheDir(), id)) == 0 || len(blobsWith(t, cfg, id)) == 0 || cfg.DatabaseURL == "" && len(filesWith(t, cfg.DataDir, canary)) == 0 {
			t.Fatal("there was no word to lose")
		}

		if got := e.want(400, e.leave(token, "Percy", password)).text("message"); got != "Please type your username, Perry, to delete your account" {
			t.Error(got)
		}
		e.want(403, e.leave(token, "Perry", password+"x"))
		e.want(401, e.leave("", "Perry", password))
		e.want(200, e.leave(token, " perry ", password))
		e.want(401, e.call("GET", "/api/v1/getuser", token, nil))
		e.want(401, e.call("POST", "/api/v1/signin", "", map[string]string{"username": "Perry", "password": password}))
		again := e.signUp("Perry") // the name is free
		if got := e.want(200, e.call("GET", "/api/v1/content", again, nil)).memories("content"); len(got) != 0 {
			t.Errorf("whoever takes the name has %v", got)
		}
		watch(again, "b.md", "Another's, in the same folder.") // which is looked through by then
		if got := e.want(200, e.call("GET", "/api/v1/content", again, nil)).memories("content"); len(got) != 1 {
			t.Errorf("of the folder, whoever takes the name has %v", got)
		}

		beside, err := store.Attach(store.Config{URL: cfg.Database()})
		if err != nil {
			t.Fatal(err)
		}
		defer beside.Close()
		var left []string
		waitFor(t, "no word of the account is left", func() bool {
			_ = beside.Scrub(t.Context()) // as the sweep does every quarter of an hour, when no reader is in the way
			left = slices.Concat(filesWith(t, cfg.DataDir, canary), blobsWith(t, cfg, id), filesWith(t, cfg.CacheDir(), id))
			if cfg.DatabaseURL != "" {
				left = append(left, tablesWith(t, cfg.DatabaseURL, canary, id)...)
			}
			return len(left) == 0
		})
		if after := manifest(t, cfg); strings.Contains(after, id) {
			t.Error("the next backup has files of theirs:", after)
		}
		if got := e.want(200, e.call("GET", "/api/v1/content", other, nil)).memories("content"); len(got) != 1 {
			t.Errorf("another has %v", got)
		}
	})
}

func TestADeletedPersonIsNeverCharged(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		stripe := withStripe(t, &cfg)
		e := start(t, cfg)
		name := randomName()
		c := customer{e, e.signUp(name)}
		session, _ := c.session("month")
		sub := stripe.Pay(session)
		c.want(200, c.save(session))

		stripe.Feel(stripetest.Broken)
		if got := e.want(503, e.leave(c.token, name, password)).text("message"); !strings.Contains(got, "nothing was deleted") {
			t.Error(got)
		}
		c.mustBe(true)
		stripe.Feel(stripetest.Well)
		e.want(200, e.leave(c.token, name, password))
		if got := stripe.Statuses(); !slices.Equal(got, []string{"canceled"}) {
			t.Errorf("at Stripe they are %v", got)
		}
		e.want(200, e.hear(stripe.Event("customer.subscription.deleted", sub, time.Now()))) // of a user who is gone
	})
}

func TestTheOnlyOwnerStaysWhileThereAreOthers(t *testing.T) {
	e := start(t, atHome(settings(t)))
	owner := e.want(200, e.signUpBy("", "Ada")).text("token")
	invited := e.want(200, e.call("POST", "/api/v1/admin/invitations", owner, nil))
	_, invitation, _ := strings.Cut(invited.text("link"), "/auth/signup#invitation=")
	ben := e.want(200, e.signUpBy(invitation, "Ben")).text("token")
	if got := e.want(409, e.leave(owner, "Ada", password)).text("message"); got != "You are the only owner. Make somebody else an owner first, then delete your account." {
		t.Error(got)
	}
	e.want(200, e.leave(ben, "Ben", password))
	waitFor(t, "Ben is gone", func() bool {
		return len(e.want(200, e.call("GET", "/api/v1/admin/people", owner, nil)).memories("people")) == 1
	})
	if got := e.want(200, e.call("GET", "/api/v1/admin/invitations", owner, nil)).raw; strings.Contains(got, "Ben") {
		t.Errorf("the invitations still name Ben: %s", got)
	}
	e.want(200, e.leave(owner, "Ada", password))
	waitFor(t, "Engram awaits its first account", func() bool { return e.signUpBy("", "Eve").status == 200 })
}
