package main

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"engram/internal/doctor"
)

func TestDoctor(t *testing.T) {
	dir := t.TempDir()
	_, url := serve(t, dir)
	address := strings.TrimPrefix(url, "http://")
	models := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer right" {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	defer models.Close()
	stranger := httptest.NewServer(http.NotFoundHandler())
	defer stranger.Close()
	for _, test := range []struct {
		title    string
		settings []string
		wrong    []string // a part of each finding; none where all is well
	}{
		{"all is well", nil, nil},
		{"all that is set is well", []string{"ENGRAM_PUBLIC_URL=" + url, "ENGRAM_AI_URL=" + models.URL, "ENGRAM_AI_KEY=right"}, nil},
		{"no server runs", []string{"ENGRAM_ADDR=" + host + ":" + freePort(t)}, []string{"no Engram answers on"}},
		{"no data", []string{"ENGRAM_DATA_DIR=" + filepath.Join(dir, "absent")}, []string{"absent is not there"}},
		{"another server at the address", []string{"ENGRAM_PUBLIC_URL=" + stranger.URL}, []string{"which is not Engram's"}},
		{"a proxy that is not believed", []string{"ENGRAM_PUBLIC_URL=https://" + host + ":" + freePort(t)}, []string{"not believed", "nothing answers"}},
		{"a wrong key", []string{"ENGRAM_AI_URL=" + models.URL, "ENGRAM_AI_KEY=wrong"}, []string{"refuses the key"}},
		{"no AI endpoint", []string{"ENGRAM_AI_URL=http://" + host + ":" + freePort(t)}, []string{"the AI endpoint does not answer"}},
		{"no database", []string{"ENGRAM_DATABASE_URL=postgres://u:secret@" + host + ":" + freePort(t) + "/x"}, []string{"the database"}},
	} {
		t.Run(test.title, func(t *testing.T) {
			settings := append([]string{"ENGRAM_ADDR=" + address, "ENGRAM_DATA_DIR=" + dir}, test.settings...)
			said, err := program([]string{"doctor"}, settings...).CombinedOutput()
			if (err == nil) != (len(test.wrong) == 0) || strings.Contains(string(said), "secret") {
				t.Fatalf("%v\n%s", err, said)
			}
			var wrong []string
			for line := range strings.Lines(string(said)) {
				if strings.HasPrefix(line, "wrong") {
					wrong = append(wrong, line)
				}
			}
			if len(wrong) != len(test.wrong) {
				t.Fatalf("%s", said)
			}
			for i, want := range test.wrong {
				if !strings.Contains(wrong[i], want) {
					t.Errorf("%q, want %q", wrong[i], want)
				}
			}
		})
	}
}

func TestDoctorOfCertificates(t *testing.T) {
	certFile, _ := certificate(t, t.TempDir(), "notes.example.org")
	for title, test := range map[string]struct {
		now  time.Time
		want string
	}{
		"before":   {time.Now().Add(-2 * time.Hour), "valid from"},
		"soon":     {time.Now(), "ends at"},
		"too late": {time.Now().Add(2 * time.Hour), "ended at"},
	} {
		if got := doctor.Certificate(certFile, test.now); got.Advice == "" || !strings.Contains(got.Found, test.want) {
			t.Errorf("%s: %q", title, got)
		}
	}
	if got := doctor.Certificate(certFile, time.Now().Add(-20*24*time.Hour)); got.Advice == "" {
		t.Errorf("long before: %q", got)
	}
}
