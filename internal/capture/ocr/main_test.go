package ocr_test

import (
	"fmt"
	"os"
	"testing"

	"engram/internal/capture/ocr"
)

// TestMain makes the test's own binary the child that recognises, as the program does.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "recognise" {
		if err := ocr.Serve(os.Stdin, os.Stdout, os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func newRecogniser(t testing.TB) *ocr.Recogniser {
	r, err := ocr.NewRecogniser(ocr.Config{
		Command: []string{os.Args[0], "recognise"}, Languages: []string{ocr.English}, CacheDir: cacheDir(t),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// cacheDir is shared by runs, since compiling takes some seconds.
func cacheDir(t testing.TB) string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return t.TempDir()
	}
	return dir + "/engram-test/tesseract"
}
