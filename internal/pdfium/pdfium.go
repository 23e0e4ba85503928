// Package pdfium loads PDFium as WebAssembly, without access to files, network or clock, for child
// processes that read hostile PDFs.
package pdfium

import (
	"bufio"
	"errors"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/klippa-app/go-pdfium"
	pdferrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
)

const (
	maxMemoryPages = 2048 // of 64 KiB, for PDFium
	borrowTimeout  = time.Minute
)

// ChildMemory is a child's limit besides PDFium's code, in bytes: twice PDFium's memory, since it
// is copied when it grows, and Go's. The race detector needs many times as much.
var ChildMemory int64 = 768 << 20

// ChildCores is the GOMAXPROCS of a child.
const ChildCores = 2

// Load returns PDFium. It compiles PDFium once if cacheDir is not empty: then a start takes 0.15 s
// instead of 2 s.
func Load(cacheDir string) (pdfium.Pdfium, error) {
	runtime := wazero.NewRuntimeConfig().WithMemoryLimitPages(maxMemoryPages)
	if cache, err := compilationCache(cacheDir); err == nil {
		runtime = runtime.WithCompilationCache(cache)
	}
	pool, err := webassembly.Init(webassembly.Config{
		MaxIdle: 1, MaxTotal: 1,
		RuntimeConfig: runtime,
		FSConfig:      wazero.NewFSConfig(), // nothing is mounted
		Stdout:        io.Discard, Stderr: io.Discard,
	})
	if err != nil {
		return nil, err
	}
	return pool.GetInstance(borrowTimeout)
}

var errNoCache = errors.New("pdfium: no folder for a cache")

func compilationCache(dir string) (wazero.CompilationCache, error) {
	if dir == "" {
		return nil, errNoCache
	}
	return wazero.NewCompilationCacheWithDir(dir)
}

// OpenRequest lets PDFium seek in r if it is a file, so that the PDF need not fit into memory.
func OpenRequest(r io.Reader) (*requests.OpenDocument, error) {
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return &requests.OpenDocument{FileReader: f, FileReaderSize: info.Size()}, nil
		}
	}
	all, err := io.ReadAll(bufio.NewReader(r))
	return &requests.OpenDocument{File: &all}, err
}

// IsLocked reports whether opening a PDF failed for want of its password.
func IsLocked(err error) bool {
	return errors.Is(err, pdferrors.ErrPassword) || errors.Is(err, pdferrors.ErrSecurity)
}

// Spool copies r to an unnamed file, so that a child can seek: a PDF's index is at its end. The
// caller closes it.
func Spool(r io.Reader) (_ *os.File, err error) {
	f, err := os.CreateTemp("", "engram-pdf-*")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	if err := os.Remove(f.Name()); err != nil {
		return nil, err
	}
	if _, err := io.Copy(f, r); err != nil {
		return nil, err
	}
	_, err = f.Seek(0, io.SeekStart)
	return f, err
}

// Environment returns the variables of a child: no secrets of ours, and bounds for the runtime.
func Environment() []string {
	return []string{"GOMAXPROCS=" + strconv.Itoa(ChildCores), "GOMEMLIMIT=256MiB"}
}
