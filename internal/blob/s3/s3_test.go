package s3

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"engram/internal/blob"
	"engram/internal/blob/blobtest"
	"engram/internal/blob/s3/s3test"
	"engram/internal/filelock"
)

func newGate(t *testing.T) filelock.Gate {
	t.Helper()
	name := filepath.Join(t.TempDir(), "gate")
	return filelock.NewGate(func() (*os.File, error) { return os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600) })
}

func open(t *testing.T, address string) *Store {
	t.Helper()
	s, err := Open(t.Context(), address, newGate(t))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestStore(t *testing.T) {
	server := s3test.Start(t)
	var n atomic.Int64
	for name, prefix := range map[string]string{"a bucket": "", "a prefix": "/engram/files"} {
		t.Run(name, func(t *testing.T) {
			blobtest.Run(t, func(*testing.T) blob.Store {
				address, query, _ := strings.Cut(server.Bucket(fmt.Sprint("bucket-", n.Add(1))), "?")
				return open(t, address+prefix+"?"+query)
			})
		})
	}
}

func TestTwoNodesSeeEachOther(t *testing.T) {
	address := s3test.Start(t).Bucket("shared")
	one, other := open(t, address), open(t, address)
	if _, err := one.Put(t.Context(), "documents/ann/1.pdf", strings.NewReader("hello")); err != nil {
		t.Fatal(err)
	}
	o, err := other.Open(t.Context(), "documents/ann/1.pdf")
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if text, err := io.ReadAll(o); string(text) != "hello" || err != nil {
		t.Errorf("read %q, %v", text, err)
	}
	for folder, want := range map[string]int{"documents/ann": 1, "documents/an": 0, "pictures/ann": 0} {
		n := 0
		if err := other.ListIn(t.Context(), folder, func(blob.Info) error { n++; return nil }); err != nil || n != want {
			t.Errorf("%s has %d, %v", folder, n, err)
		}
	}
}

func TestNothingIsDeletedWhileAllIsHeld(t *testing.T) {
	s := open(t, s3test.Start(t).Bucket("held"))
	if _, err := s.Put(t.Context(), "a", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	held, err := s.Hold(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(t.Context(), "a"); !errors.Is(err, blob.ErrHeld) {
		t.Error("while it is held:", err)
	}
	if err := errors.Join(held.Close(), s.Delete(t.Context(), "a")); err != nil {
		t.Error("afterwards:", err)
	}
}

func TestWhileTheServiceIsAway(t *testing.T) {
	server := s3test.Start(t)
	s := open(t, server.Bucket("files"))
	if _, err := s.Put(t.Context(), "a", strings.NewReader("kept")); err != nil {
		t.Fatal(err)
	}
	server.Stop()
	_, err := s.Put(t.Context(), "b", strings.NewReader("x"))
	_, openErr := s.Open(t.Context(), "a")
	for what, err := range map[string]error{
		"put": err, "open": openErr, "delete": s.Delete(t.Context(), "a"), "list": s.List(t.Context(), func(blob.Info) error { return nil }),
	} {
		if !errors.Is(err, blob.ErrUnavailable) {
			t.Errorf("%s: %v", what, err)
		}
	}
	server.Continue()
	if o, err := s.Open(t.Context(), "a"); err != nil {
		t.Error("afterwards:", err)
	} else {
		o.Close()
	}
}

func TestWhatIsWrongIsSaid(t *testing.T) {
	server := s3test.Start(t)
	address := server.Bucket("files")
	gone, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gone.Close()
	for name, test := range map[string]struct{ old, new, want string }{
		"a wrong key":    {s3test.Key + ":", "somebody:", "does not know the key"},
		"a wrong secret": {s3test.Secret, "hunter2", "secret is "},
		"no bucket":      {"/files", "/elsewhere", `no bucket "elsewhere"`},
		"no service":     {server.Host, gone.Addr().String(), "connection refused"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Open(t.Context(), strings.Replace(address, test.old, test.new, 1), newGate(t))
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), s3test.Secret) || strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestParse(t *testing.T) {
	for address, want := range map[string]Address{
		"s3://k:s%2F@s3.eu-central-1.amazonaws.com/files?region=eu-central-1": {Host: "s3.eu-central-1.amazonaws.com", Bucket: "files", Region: "eu-central-1", Key: "k", Secret: "s/"},
		"s3+http://127.0.0.1:9000/files/a/b/":                                 {Host: "127.0.0.1:9000", Plain: true, Bucket: "files", Prefix: "a/b"},
		"s3://k:s@host/files?style=host":                                      {Host: "host", Bucket: "files", Key: "k", Secret: "s", BucketInHost: true},
	} {
		if got, err := Parse(address); err != nil || got != want {
			t.Errorf("%s: %+v, %v", address, got, err)
		}
	}
	for address, want := range map[string]string{
		"https://k:hunter2@host/files":          "must begin with s3://",
		"s3://k:hunter2@host":                   "lacks the host or the bucket",
		"s3:///files":                           "lacks the host or the bucket",
		"s3://k@host/files":                     "both key and secret",
		"s3://k:hunter2@host/files?regoin=x":    `"regoin"`,
		"s3://k:hunter2@host/files?style=other": `"style"`,
		"s3://k:hunter2@ho st/files":            "it is no address",
	} {
		if _, err := Parse(address); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v, want %q", address, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("s3://key:secret@host/bucket/prefix?region=x")
	f.Fuzz(func(t *testing.T, address string) {
		a, err := Parse(address)
		if err == nil && (a.Host == "" || a.Bucket == "" || (a.Key == "") != (a.Secret == "")) {
			t.Errorf("%q is %+v", address, a)
		}
		if u, bad := url.Parse(address); err != nil && bad == nil {
			if secret, _ := u.User.Password(); len(secret) > 8 && strings.Contains(err.Error(), secret) {
				t.Errorf("%q: the secret is in %v", address, err)
			}
		}
	})
}
