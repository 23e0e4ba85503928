package app

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"engram/internal/config"
)

// smallDisk mounts a file system of that many megabytes, if the test may.
func smallDisk(t *testing.T, megabytes string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := syscall.Mount("engram-test", dir, "tmpfs", 0, "size="+megabytes+"m"); err != nil {
		t.Skipf("a small disk can't be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// fillUp writes until nothing more can be.
func fillUp(t *testing.T, dir string) (filler string) {
	t.Helper()
	filler = filepath.Join(dir, "filler")
	file, err := os.OpenFile(filler, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for size := 1 << 20; size > 0; size /= 4 {
		for err = nil; err == nil; _, err = file.Write(make([]byte, size)) {
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
	}
	return filler
}

// startFails starts the program, which is to end by itself, and returns what it says.
func startFails(t *testing.T, cfg config.Config) string {
	t.Helper()
	out, err := programOf(t, cfg).CombinedOutput()
	if err == nil {
		t.Error("it started")
	}
	return string(out)
}

func TestOnAFullDisk(t *testing.T) {
	cfg := settings(t)
	cfg.DataDir = smallDisk(t, "64")
	v := startVictim(t, cfg)
	name := randomName()
	token := v.signUp(name)
	keep, drop := v.note(token, "The kettle is under the sink."), v.note(token, strings.Repeat("Words of a long note. ", 5_000))
	link := v.want(200, v.upload(token, "lease.pdf", makePDF("The lease ends in May."))).text("url")
	document := v.add(token, map[string]string{"type": "document", "link": link})["_id"].(string)
	v.settled(token, document)
	save := func() answer {
		return v.call("POST", "/api/v1/content", token, map[string]string{"type": "note", "description": strings.Repeat("More words. ", 5000)})
	}
	// SQLite's log begins anew now and then, and what fits where it was needs no room: the disk refuses sooner or later.
	full := func(title string, try func() answer) {
		t.Helper()
		got := try()
		for range 60 {
			if got.status == 507 {
				break
			}
			got = try()
		}
		if v.want(507, got); !strings.Contains(got.text("message"), "no room left") || !strings.Contains(got.text("message"), "Delete") {
			t.Errorf("%s is answered %v", title, got)
		}
	}
	remove := func(id string) {
		t.Helper()
		said := v.want(200, v.call("DELETE", "/api/v1/content", token, map[string]string{"contentId": id})).text("message")
		inTrash := strings.Contains(v.want(200, v.call("GET", "/api/v1/trash", token, nil)).raw, id)
		if strings.Contains(said, "for good") == inTrash {
			t.Errorf("%q is said, and it is in the trash: %v", said, inTrash)
		}
	}

	filler := fillUp(t, cfg.DataDir)
	full("saving", save)
	full("uploading", func() answer { return v.upload(token, "two.pdf", longPDF()) })
	full("signing up", func() answer {
		return v.call("POST", "/api/v1/signup", "", map[string]string{"username": randomName(), "password": password})
	})
	if got := v.want(200, v.call("GET", "/readyz", "", nil)); got.text("status") != "full" {
		t.Errorf("readiness says %v", got)
	}
	v.want(200, v.call("GET", "/api/v1/content", token, nil))
	remove(document)
	token = v.want(200, v.call("POST", "/api/v1/signin", "", map[string]string{"username": name, "password": password})).text("token")
	if got := v.want(200, v.search(token, "Where is the kettle?", "all-memories")); len(got.memories("content")) == 0 {
		t.Errorf("a search finds %v", got)
	}
	full("saving what would take the room for deletions", save)
	remove(drop)

	v.kill()
	v = startVictim(t, cfg) // with what was reserved for deletions
	v.want(200, v.call("GET", "/api/v1/content/"+keep, token, nil))
	fresh := settings(t)
	fresh.DataDir = smallDisk(t, "2")
	fillUp(t, fresh.DataDir)
	if out := startFails(t, fresh); strings.Count(out, "\n") != 1 || !strings.Contains(out, "the disk that holds "+fresh.DataDir+" is full: make room") {
		t.Errorf("it says %q", out)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	v.want(200, save())
	if got := v.want(200, v.call("GET", "/readyz", "", nil)); got.text("status") != "ready" {
		t.Errorf("readiness says %v", got)
	}
}

func TestABackupToAFullDisk(t *testing.T) {
	cfg := settings(t)
	stopped(t, cfg)
	putFiles(t, cfg, "u", 1, 2<<20)
	for name, fill := range map[string]bool{"from the beginning": true, "in the middle of it": false} {
		dir := smallDisk(t, "1")
		if fill {
			fillUp(t, dir)
		}
		before, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		err = Backup(t.Context(), cfg, filepath.Join(dir, "engram.tar.zst"), nil, io.Discard)
		if err == nil || !strings.Contains(err.Error(), "The disk that holds "+dir+" is full: make room on it") {
			t.Errorf("full %s: it says %v", name, err)
		}
		if after, err := os.ReadDir(dir); err != nil || len(after) != len(before) {
			t.Errorf("full %s: it left %v, %v", name, after, err)
		}
	}
	archive, dir := filepath.Join(t.TempDir(), "engram.tar.zst"), smallDisk(t, "1")
	if err := Backup(t.Context(), cfg, archive, nil, io.Discard); err != nil {
		t.Fatal(err)
	}
	err := Restore(t.Context(), Restoring{File: archive, Dir: dir}, nil, io.Discard)
	if left, _ := os.ReadDir(dir); err == nil || !strings.Contains(err.Error(), "is full: make room on it") || len(left) != 0 {
		t.Errorf("a restore says %v and leaves %v", err, left)
	}
}
