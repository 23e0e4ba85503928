package app

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"engram/internal/capture/pdf"
)

// longPDF is small and takes seconds to read: two thousand pages show the same crowded one.
func longPDF() []byte {
	const pages = 2000
	line := "(" + strings.Repeat("word ", 20) + ") Tj 0 -12 Td "
	stream := "BT /F1 9 Tf 20 770 Td " + strings.Repeat(line, 60) + "ET"
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Repeat("3 0 R ", pages), pages),
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(stream), stream),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	}
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n")
	for i, object := range objects {
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R >>\n%%%%EOF\n", len(objects)+1)
	return out.Bytes()
}

// readerOf waits until a child of the process reads a PDF, and returns its folder in /proc and its status.
func readerOf(t *testing.T, pid int) (proc, status string) {
	t.Helper()
	for t.Context().Err() == nil {
		lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
		for _, list := range lists {
			children, _ := os.ReadFile(list)
			for _, child := range strings.Fields(string(children)) {
				raw, _ := os.ReadFile("/proc/" + child + "/status")
				if strings.Contains(string(raw), "Seccomp:\t2") {
					return "/proc/" + child, string(raw)
				}
			}
		}
	}
	t.Fatal("no child was confined")
	return "", ""
}

func TestTheReaderOfPDFsIsConfined(t *testing.T) {
	if missing := pdf.Unconfined(); len(missing) > 0 {
		t.Skipf("this system lacks %v", missing)
	}
	t.Setenv("ENGRAM_SECRET", "a secret of the server's")
	v := startVictim(t, settings(t))
	token := v.user()
	link := v.want(200, v.upload(token, "long.pdf", longPDF())).text("url")
	v.add(token, map[string]string{"type": "document", "link": link})
	proc, status := readerOf(t, v.process.Process.Pid)

	environ, err := os.ReadFile(proc + "/environ")
	if want := "GOMAXPROCS=2\x00GOMEMLIMIT=256MiB\x00"; err != nil || string(environ) != want {
		t.Errorf("its environment is %q, %v", environ, err)
	}
	if !strings.Contains(status, "NoNewPrivs:\t1") {
		t.Errorf("it may get privileges: %s", status)
	}
	limits, err := os.ReadFile(proc + "/limits")
	if err != nil {
		t.Fatal(err)
	}
	for _, bounded := range []string{"Max data size", "Max cpu time", "Max open files", "Max processes", "Max file size", "Max core file size"} {
		if !regexp.MustCompile(bounded + ` +\d+ +\d+ `).Match(limits) {
			t.Errorf("%s has no bound:\n%s", bounded, limits)
		}
	}
	files, err := os.ReadDir(proc + "/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		to, _ := os.Readlink(proc + "/fd/" + file.Name())
		own := strings.HasPrefix(to, "pipe:") || strings.HasPrefix(to, "anon_inode:") || strings.Contains(to, "engram-pdf-")
		if !own && !strings.HasPrefix(to, "/sys/fs/cgroup") { // where the runtime reads how many processors it has
			t.Errorf("it has %s open", to)
		}
	}
}
