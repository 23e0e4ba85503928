// Package capturetest has helpers for tests of readers: their corpus and measurements.
package capturetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"engram/internal/capture"
)

// Corpus returns the folder of sample input of a kind, which is not part of the repository. The
// test is skipped without it.
func Corpus(t *testing.T, kind string) string {
	t.Helper()
	dir := filepath.Join(corpora(t), kind)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no corpus at %s; set ENGRAM_CORPORA_DIR", dir)
	}
	return dir
}

// corpora returns the folder named by the environment, or the one beside the repository.
func corpora(t *testing.T) string {
	if root := os.Getenv("ENGRAM_CORPORA_DIR"); root != "" {
		return root
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for parent := filepath.Dir(dir); parent != dir; dir, parent = parent, filepath.Dir(parent) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(parent, "shared", "corpora")
		}
	}
	t.Fatal("the test runs outside the repository")
	return ""
}

// File returns the content of a file.
func File(t *testing.T, elem ...string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(elem...))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Text returns the text of a document, with blank lines between sections.
func Text(d capture.Document) string {
	var all []string
	for _, s := range d.Sections {
		all = append(all, s.Text)
	}
	return strings.Join(all, "\n\n")
}
