// Package s3test starts an S3 server for tests: versitygw, over a folder.
package s3test

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// Key and Secret are what the server knows; Region is where it says it is.
const (
	Key    = "engram"
	Secret = "engram-tests-alone"
	Region = "us-east-1"
)

// patience bounds the wait for the server's first answer.
const patience = time.Minute

// Server is a running S3 server. It ends with the test.
type Server struct {
	Host string // and port
	Dir  string // its files
	tb   testing.TB
	args []string
	run  *exec.Cmd
}

// Start starts a server. Where versitygw is not there the test is skipped; it fails if CI is set.
func Start(tb testing.TB) *Server {
	tb.Helper()
	_, here, _, _ := runtime.Caller(0)
	program := installed(filepath.Dir(here))
	if program == "" && os.Getenv("CI") == "" {
		tb.Skip("versitygw is not there; make test installs it")
	}
	if program == "" {
		tb.Fatal("versitygw is not there, and files in a bucket would go untested")
	}
	s := &Server{Host: freeAddress(tb), Dir: tb.TempDir(), tb: tb}
	s.args = []string{program, "--port", s.Host, "--access", Key, "--secret", Secret, "--region", Region, "--quiet", "posix", "--sidecar", tb.TempDir(), s.Dir}
	tb.Cleanup(s.Stop)
	s.Continue()
	return s
}

// installed returns the program, looked for in .tools above the working folder and above this file.
func installed(here string) string {
	work, _ := os.Getwd()
	for _, dir := range []string{work, here} {
		for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
			if found, _ := filepath.Glob(filepath.Join(dir, ".tools", "versitygw-*")); len(found) > 0 {
				return found[len(found)-1]
			}
		}
	}
	return ""
}

func freeAddress(tb testing.TB) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil {
		tb.Fatal(err)
	}
	return address
}

// Stop kills the server. Its files stay.
func (s *Server) Stop() {
	if s.run == nil {
		return
	}
	_ = s.run.Process.Kill()
	_ = s.run.Wait() // killed
	s.run = nil
}

// Continue starts a stopped server again, and waits until it answers.
func (s *Server) Continue() {
	s.tb.Helper()
	s.run = exec.Command(s.args[0], s.args[1:]...) //nolint:noctx // Stop ends it
	var said strings.Builder
	s.run.Stderr = &said
	if err := s.run.Start(); err != nil {
		s.tb.Fatal(err)
	}
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		c, err := net.Dial("tcp", s.Host)
		if err == nil {
			_ = c.Close()
			return
		}
		if time.Now().After(end) {
			s.tb.Fatal("versitygw does not answer: ", said.String())
		}
	}
}

// Bucket makes a bucket and returns its address.
func (s *Server) Bucket(name string) string {
	s.tb.Helper()
	client, err := minio.New(s.Host, &minio.Options{Creds: credentials.NewStaticV4(Key, Secret, ""), Region: Region})
	if err == nil {
		err = client.MakeBucket(context.Background(), name, minio.MakeBucketOptions{Region: Region})
	}
	if err != nil {
		s.tb.Fatal(err)
	}
	return "s3+http://" + Key + ":" + Secret + "@" + s.Host + "/" + name + "?region=" + Region
}
