package app

import (
	"bytes"
	"io/fs"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"engram/internal/config"
)

func TestUsersAreManagedWhileTheServerRuns(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		e := start(t, atHome(cfg))
		owner := e.want(200, e.signUpBy("", "Ada")).text("token")
		users, err := OpenUsers(t.Context(), cfg, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := users.Close(); err != nil {
				t.Error(err)
			}
		})
		signIn := func(name, password string) answer {
			return e.call("POST", "/api/v1/signin", "", map[string]string{"username": name, "password": password})
		}
		do := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		do(users.Add(t.Context(), "Ben", password, false))
		ben := e.want(200, signIn("Ben", password)).text("token")

		do(users.Disable(t.Context(), "ben"))
		e.want(401, e.call("GET", "/api/v1/getuser", ben, nil))
		if got := e.want(403, signIn("Ben", password)).text("message"); got != "This account is disabled. Please turn to whoever runs this Engram." {
			t.Errorf("whoever is disabled is told %q", got)
		}
		e.want(401, signIn("Ben", password+"x"))
		do(users.Enable(t.Context(), "Ben"))
		ben = e.want(200, signIn("Ben", password)).text("token")

		made, err := NewPassword()
		do(err)
		do(users.ResetPassword(t.Context(), "Ben", made))
		e.want(401, e.call("GET", "/api/v1/getuser", ben, nil))
		e.want(401, signIn("Ben", password))
		ben = e.want(200, signIn("Ben", made)).text("token")
		if err := users.ResetPassword(t.Context(), "Ben", "weak"); err == nil {
			t.Error("a weak password was set")
		}

		if err := users.Demote(t.Context(), "Ada"); err == nil || !strings.Contains(err.Error(), "the only owner") {
			t.Errorf("the only owner resigns: %v", err)
		}
		do(users.Promote(t.Context(), "Ben"))
		e.want(200, e.call("GET", "/api/v1/admin/people", ben, nil))

		e.note(ben, "what Ben knows of otters")
		e.want(200, e.call("DELETE", "/api/v1/content", ben, map[string]string{"contentId": e.paper(ben, "Otters sleep afloat.")}))
		document := e.want(200, e.upload(ben, "otters.pdf", makePDF("Otters hold hands."))).body
		e.add(ben, map[string]string{"type": "document", "link": document["url"].(string)})
		e.want(200, e.upload(ben, "waiting.pdf", makePDF("Nobody claims this.")))
		e.note(owner, "what Ada knows of otters")
		do(users.Delete(t.Context(), "Ben"))
		e.want(401, e.call("GET", "/api/v1/getuser", ben, nil))
		var list bytes.Buffer
		do(users.List(t.Context(), &list))
		if strings.Contains(list.String(), "Ben") || !strings.Contains(list.String(), "Ada") {
			t.Errorf("listed:\n%s", &list)
		}
		waitFor(t, "the documents of who was deleted are gone", func() bool { return len(pdfsIn(t, cfg.BlobDir())) == 0 })
		if got := e.want(200, e.call("GET", "/api/v1/content", owner, nil)).memories("content"); len(got) != 1 {
			t.Errorf("Ada has %v", got)
		}
	})
}

func TestUsersRefusesAMissingInstallation(t *testing.T) {
	cfg := settings(t)
	if _, err := OpenUsers(t.Context(), cfg, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "there is nothing to look after") {
		t.Errorf("got %v", err)
	}
}

func pdfsIn(t *testing.T, dir string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".pdf" {
			found = append(found, path)
		}
		return nil // what goes meanwhile
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestAdministration(t *testing.T) {
	cfg := settings(t)
	e := start(t, atHome(cfg))
	owner := e.want(200, e.signUpBy("", "Ada")).text("token")
	invited := e.want(200, e.call("POST", "/api/v1/admin/invitations", owner, nil))
	_, invitation, _ := strings.Cut(invited.text("link"), "/auth/signup#invitation=")
	e.want(200, e.call("POST", "/api/v1/invitation", "", map[string]string{"invitation": invitation}))
	member := e.want(200, e.signUpBy(invitation, "Ben")).text("token")
	for how, got := range map[string]answer{
		"This invitation has been used already. Please ask for a new one.": e.signUpBy(invitation, "Eve"),
		"This invitation is not valid. Please ask for a new one.":          e.signUpBy("forged", "Eve"),
	} {
		if message := e.want(403, got).text("message"); message != how {
			t.Errorf("got %q, want %q", message, how)
		}
	}
	people := e.want(200, e.call("GET", "/api/v1/admin/people", owner, nil)).memories("people")
	if len(people) != 2 || people[0]["role"] != "owner" || people[1]["username"] != "Ben" || people[0]["you"] != true {
		t.Fatalf("people: %v", people)
	}
	ada, ben := "/api/v1/admin/people/"+people[0]["id"].(string), "/api/v1/admin/people/"+people[1]["id"].(string)

	t.Run("members and strangers are refused every call of administration", func(t *testing.T) {
		for _, call := range []string{
			"GET /api/v1/admin/overview", "POST /api/v1/admin/jobs/1/retry", "GET /api/v1/admin/people", "PUT " + ben + "/role",
			"PUT " + ada + "/disabled", "POST " + ada + "/password", "GET /api/v1/admin/invitations", "POST /api/v1/admin/invitations",
			"DELETE /api/v1/admin/invitations/" + people[0]["id"].(string),
		} {
			method, path, _ := strings.Cut(call, " ")
			body := map[string]any{"role": "owner", "disabled": true}
			if got := e.want(403, e.call(method, path, member, body)).text("message"); got != "Only an owner of this Engram may do this" {
				t.Errorf("%s: %q", call, got)
			}
			e.want(401, e.call(method, path, "", body))
		}
		e.want(200, e.call("GET", "/api/v1/getuser", owner, nil))
	})
	t.Run("owners can't disable or demote themselves or reset their own password", func(t *testing.T) {
		e.want(409, e.call("PUT", ada+"/disabled", owner, map[string]bool{"disabled": true}))
		e.want(409, e.call("PUT", ada+"/role", owner, map[string]string{"role": "member"}))
		e.want(409, e.call("POST", ada+"/password", owner, nil))
	})
	t.Run("an owner disables and enables a user and sets a new password", func(t *testing.T) {
		e.want(200, e.call("PUT", ben+"/disabled", owner, map[string]bool{"disabled": true}))
		e.want(401, e.call("GET", "/api/v1/getuser", member, nil))
		e.want(400, e.call("PUT", ben+"/disabled", owner, map[string]string{}))
		e.want(200, e.call("PUT", ben+"/disabled", owner, map[string]bool{"disabled": false}))
		made := e.want(200, e.call("POST", ben+"/password", owner, nil)).text("password")
		e.want(200, e.call("POST", "/api/v1/signin", "", map[string]string{"username": "Ben", "password": made}))
		e.want(400, e.call("PUT", ben+"/role", owner, map[string]string{"role": "king"}))
		e.want(404, e.call("PUT", "/api/v1/admin/people/nobody/role", owner, map[string]string{"role": "owner"}))
	})
	t.Run("invitations are listed without tokens, and can be revoked", func(t *testing.T) {
		open := e.want(200, e.call("POST", "/api/v1/admin/invitations", owner, nil))
		all := e.want(200, e.call("GET", "/api/v1/admin/invitations", owner, nil))
		listed := all.memories("invitations")
		if len(listed) != 2 || listed[1]["usedBy"] != "Ben" || listed[0]["usedAt"] != nil || strings.Contains(all.raw, invitation) {
			t.Errorf("listed: %v", listed)
		}
		e.want(200, e.call("DELETE", "/api/v1/admin/invitations/"+listed[0]["id"].(string), owner, nil))
		e.want(404, e.call("DELETE", "/api/v1/admin/invitations/"+listed[1]["id"].(string), owner, nil))
		_, token, _ := strings.Cut(open.text("link"), "#invitation=")
		e.want(403, e.call("POST", "/api/v1/invitation", "", map[string]string{"invitation": token}))
	})
	t.Run("the overview shows storage, and an unknown job can't be retried", func(t *testing.T) {
		o := e.want(200, e.call("GET", "/api/v1/admin/overview", owner, nil))
		if storage := o.body["storage"].(map[string]any); storage["database"].(float64) <= 0 || storage["free"].(float64) <= 0 {
			t.Errorf("storage: %v", storage)
		}
		e.want(404, e.call("POST", "/api/v1/admin/jobs/999999/retry", owner, nil))
	})
}
