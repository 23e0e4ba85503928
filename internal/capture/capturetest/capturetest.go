// Package capturetest helps the tests of what reads the captured: it has their corpus, and measures
// what a reading costs.
package capturetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"engram/internal/capture"
)

// Corpus is the folder of real and hostile input of a kind, which is kept apart from the product.
// Without it the test is skipped.
func Corpus(t *testing.T, kind string) string {
	t.Helper()
	dir := filepath.Join(corpora(t), kind)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no corpus at %s; set ENGRAM_CORPORA_DIR", dir)
	}
	return dir
}

// corpora is the folder that the environment names, or the one beside the repository.
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

// File is what a file holds.
func File(t *testing.T, elem ...string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(elem...))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Text is the text of a document, its sections apart by blank lines.
func Text(d capture.Document) string {
	var all []string
	for _, s := range d.Sections {
		all = append(all, s.Text)
	}
	return strings.Join(all, "\n\n")
}
