package app

import (
	"slices"
	"strings"
	"testing"
)

func TestOwnersSeeAndMakeBackups(t *testing.T) {
	cfg := atHome(settings(t))
	cfg.BackupEvery = "24h"
	e := start(t, cfg)
	owner := e.want(200, e.signUpBy("", "Ada")).text("token")
	// The schedule may have made one as well.
	listed := func() (body map[string]any, made []map[string]any) {
		got := e.want(200, e.call("GET", "/api/v1/admin/backups", owner, nil))
		return got.body, slices.DeleteFunc(got.memories("backups"), func(b map[string]any) bool { return b["kind"] != "on-request" })
	}
	if before, none := listed(); len(none) > 0 || before["every"] != 86400.0 || before["making"] != false || before["backups"] == nil {
		t.Errorf("before there is one: %v", before)
	}
	e.want(200, e.call("POST", "/api/v1/admin/backups", owner, nil))
	waitFor(t, "the backup is made", func() bool { body, _ := listed(); return body["making"] == false })
	_, made := listed()
	if len(made) != 1 {
		t.Fatalf("it lists %v", made)
	}
	for field, want := range map[string]any{"failure": "", "encrypted": false, "files": 0.0} {
		if made[0][field] != want {
			t.Errorf("%s is %v, want %v", field, made[0][field], want)
		}
	}
	if size, _ := made[0]["size"].(float64); made[0]["name"] == "" || size == 0 {
		t.Errorf("it lists %v", made[0])
	}

	invitation := e.want(200, e.call("POST", "/api/v1/admin/invitations", owner, nil)).text("link")
	_, token, _ := strings.Cut(invitation, "#invitation=")
	member := e.want(200, e.signUpBy(token, "Ben")).text("token")
	for _, method := range []string{"GET", "POST"} {
		e.want(403, e.call(method, "/api/v1/admin/backups", member, nil))
		e.want(401, e.call(method, "/api/v1/admin/backups", "", nil))
	}
}
