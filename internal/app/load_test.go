package app

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
)

const (
	wholeList = "/api/v1/content"
	slow      = 40 // readers of one person
	mostHeld  = 200 << 20
)

// slowReader asks for the whole list on a connection of its own, and takes no more of the answer than its beginning.
func (v *victim) slowReader(t *testing.T, token string) (status int, retryAfter string) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(v.url, "http://"))
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.(*net.TCPConn).SetReadBuffer(4 << 10) // a small one is filled at once
	if _, err := fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: engram\r\nAuthorization: %s\r\n\r\n", wholeList, token); err != nil {
		t.Error(err)
	}
	response, err := http.ReadResponse(bufio.NewReaderSize(conn, 512), nil)
	if err != nil {
		return 0, ""
	}
	t.Cleanup(func() { _, _ = conn.Close(), response.Body.Close() })
	return response.StatusCode, response.Header.Get("Retry-After")
}

// resident returns the resident memory of the process, in bytes.
func (v *victim) resident(t *testing.T) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", v.process.Process.Pid))
	if err != nil {
		t.Skip("only Linux tells how much memory another process holds")
	}
	pages, err := strconv.Atoi(strings.Fields(string(status))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}

func TestSlowReadersHoldLittleMemory(t *testing.T) {
	cfg := settings(t)
	v := startVictim(t, cfg)
	token, other := v.user(), v.user()
	saveNotes(t, cfg, userOf(token), 100, func(i int) string { return strings.Repeat(fmt.Sprintf("Word %d. ", i), 30_000) })
	v.note(other, "The plumber's number is 555 0199.")
	before := v.resident(t)

	// A few are written, a few wait for a slot, and the others are rejected at once.
	type outcome struct {
		status     int
		retryAfter string
	}
	answers := make(chan outcome, slow)
	for range slow {
		go func() {
			status, retryAfter := v.slowReader(t, token)
			answers <- outcome{status, retryAfter}
		}()
	}
	written, refused := 0, 0
	for refused < slow-9 {
		got := <-answers
		switch {
		case got.status == http.StatusOK:
			written++
		case got.status == http.StatusTooManyRequests && got.retryAfter != "":
			refused++
		default:
			t.Fatalf("got %v", got)
		}
	}
	if held := v.resident(t) - before; held > mostHeld || written > 3 {
		t.Errorf("%d answers are being written, and %d slow readers hold %d MB", written, slow, held>>20)
	} else {
		t.Logf("%d slow readers hold %d MB", slow, held>>20)
	}
	if got := v.want(200, v.call("GET", wholeList, other, nil)); len(got.memories("content")) != 1 {
		t.Errorf("somebody else's list: %v", got)
	}
	if got := v.want(200, v.call("GET", wholeList+"?type=link", token, nil)); len(got.memories("content")) != 0 {
		t.Errorf("a short list of their own: %v", got)
	}
}

func TestLongListsAreComplete(t *testing.T) {
	cfg := settings(t)
	e := start(t, cfg)
	token := e.user()
	saveNotes(t, cfg, userOf(token), 60, func(i int) string { return strings.Repeat(fmt.Sprintf("é<%d>\n", i), 2_000) })
	got := e.want(200, e.call("GET", wholeList, token, nil))
	all := got.memories("content")
	if len(all) != 60 || got.body["counts"].(map[string]any)["note"] != 60.0 || got.text("change") != "60" || got.body["nextCursor"] != nil {
		t.Fatalf("%d memories, counts %v", len(all), got.body["counts"])
	}
	for i, m := range all {
		if want := strings.Repeat(fmt.Sprintf("é<%d>\n", 59-i), 2_000); m["description"] != want {
			t.Fatalf("memory %d begins with %.20q", i, m["description"])
		}
	}
	for _, query := range []string{"?limit=%d", "?limit=%d&type=note", "?limit=%d&type=all-memories"} {
		var paged []string
		for cursor, size := "", 25; len(paged) == 0 || cursor != ""; {
			page := e.want(200, e.call("GET", wholeList+fmt.Sprintf(query, size)+"&cursor="+cursor, token, nil))
			for _, m := range page.memories("content") {
				paged = append(paged, m["_id"].(string))
			}
			cursor = page.text("nextCursor")
		}
		for i, id := range paged {
			if len(paged) != 60 || id != all[i]["_id"] {
				t.Fatalf("%s: %d memories, other ones from %d on", query, len(paged), i)
			}
		}
	}
	if empty := e.want(200, e.call("GET", wholeList, e.user(), nil)); !strings.HasPrefix(empty.raw, `{"content":[],"counts":`) {
		t.Errorf("an empty list is %v", empty)
	}
}
