package backup

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"engram/internal/fault"
)

// What the parts of an archive may take that are read at once, in bytes.
const (
	maxAbout    = 64 << 10
	maxManifest = 64 << 20
)

// visitor takes a file of an archive. What it does not read is read for it.
type visitor func(name string, modified time.Time, content io.Reader) error

// Verify reads an archive through and returns what it holds. Identity opens an encrypted one.
func Verify(ctx context.Context, r io.Reader, identity string) (Manifest, error) {
	return read(ctx, r, identity, nil, func(string, time.Time, io.Reader) error { return nil })
}

// read calls visit with each file, and then reports whether the archive was whole: what was visited counts only when it was.
// Accept, if any, is asked first whether it is of use.
func read(ctx context.Context, r io.Reader, identity string, accept func(About) error, visit visitor) (Manifest, error) {
	from := &given{ctx: ctx, r: r}
	plain, err := unpack(from, identity)
	if err != nil {
		return Manifest{}, from.explain(err)
	}
	defer plain.Close()
	reading := &reader{in: tar.NewReader(plain), accept: accept, visit: visit}
	if err := reading.all(); err != nil {
		return Manifest{}, from.explain(err)
	}
	if n, err := io.Copy(io.Discard, plain); n > 0 || err != nil { // which compares zstd's own checksum
		return Manifest{}, from.explain(errors.Join(err, errTail))
	}
	return reading.manifest, nil
}

var errTail = errors.New("something follows the end")

// given reads what a person gave, and remembers whether that failed.
type given struct {
	ctx context.Context
	r   io.Reader
	err error
}

func (g *given) Read(p []byte) (n int, err error) {
	if err = g.ctx.Err(); err == nil {
		n, err = g.r.Read(p)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		g.err = err
	}
	return n, err
}

// explain says what is wrong with an archive, unless something else failed.
func (g *given) explain(err error) error {
	var own *ownError
	switch {
	case g.err != nil:
		return g.err
	case errors.As(err, &own):
		return own.error
	case fault.KindOf(err) != fault.Internal:
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fault.Wrap(fault.Invalid, "This backup is cut off: its end is missing. Copy it once more, or take another.", err)
	}
	return fault.Wrap(fault.Invalid, "This backup is damaged: what it holds is not what was saved. Copy it once more, or take another.", err)
}

// ownError is an error of the visitor, not of the archive.
type ownError struct{ error }

// reader goes through an archive.
type reader struct {
	in       *tar.Reader
	accept   func(About) error
	visit    visitor
	found    []Entry
	manifest Manifest
}

func (r *reader) all() error {
	about, err := r.about()
	if err != nil {
		return err
	}
	for {
		h, err := r.in.Next()
		if errors.Is(err, io.EOF) {
			return io.ErrUnexpectedEOF // without a manifest
		}
		if err != nil {
			return err
		}
		if h.Name == manifestName && h.Typeflag == tar.TypeReg {
			break
		}
		if err := r.entry(h); err != nil {
			return err
		}
	}
	if err := r.json(&r.manifest, maxManifest); err != nil {
		return err
	}
	if _, err := r.in.Next(); !errors.Is(err, io.EOF) {
		return errors.Join(err, errTail)
	}
	return r.compare(about)
}

// about reads what the archive is, and refuses one that this program can't read.
func (r *reader) about() (about About, err error) {
	h, err := r.in.Next()
	if errors.Is(err, io.EOF) {
		return about, io.ErrUnexpectedEOF
	}
	if err != nil || h.Name != aboutName || h.Typeflag != tar.TypeReg {
		if err == nil {
			err = refuse("This is no backup of Engram's: it does not begin as one does.")
		}
		return about, err
	}
	if err := r.json(&about, maxAbout); err != nil {
		return about, err
	}
	if about.Format > Format {
		return about, refuse("This backup was made by a newer Engram (%s): restore it with that one.", about.Program)
	}
	if about.Format < 1 {
		return about, fmt.Errorf("format %d", about.Format)
	}
	if r.accept == nil {
		return about, nil
	}
	return about, r.accept(about)
}

func (r *reader) json(value any, most int64) error {
	text, err := io.ReadAll(io.LimitReader(r.in, most+1))
	if err != nil {
		return err
	}
	if int64(len(text)) > most {
		return errors.New("what describes it is too long")
	}
	if err := json.Unmarshal(text, value); err != nil {
		return errors.New("what describes it can't be read: " + err.Error()) // not wrapped: a short text is no cut
	}
	return nil
}

// entry takes one file, if it is one that an archive may hold.
func (r *reader) entry(h *tar.Header) error {
	switch {
	case h.Typeflag == tar.TypeSymlink || h.Typeflag == tar.TypeLink:
		return refuse("This archive holds a link (%q), which no backup of Engram's does: nothing of it was restored.", h.Name)
	case h.Typeflag != tar.TypeReg:
		return refuse("This archive holds something that is no file (%q), which no backup of Engram's does: nothing of it was restored.", h.Name)
	case path.IsAbs(h.Name) || strings.Contains(h.Name, "..") || strings.Contains(h.Name, `\`):
		return refuse("This archive names a place outside of the data directory (%q): nothing of it was restored.", h.Name)
	case !known(h.Name):
		return refuse("This archive holds a file (%q) that no backup of Engram's does: nothing of it was restored.", h.Name)
	}
	sum := sha256.New()
	content := io.TeeReader(r.in, sum)
	if err := r.visit(h.Name, h.ModTime, content); err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, content); err != nil {
		return err
	}
	r.found = append(r.found, Entry{h.Name, h.Size, hex.EncodeToString(sum.Sum(nil))})
	return nil
}

// compare holds what was found against what is listed.
func (r *reader) compare(about About) error {
	m := r.manifest
	if m.Checksum != m.sum() || !m.Created.Equal(about.Created) || m.Schema != about.Schema || m.Engine != about.Engine || m.Scope != about.Scope {
		return errors.New("its list does not agree with its checksum")
	}
	if len(m.Entries) != len(r.found) {
		return fmt.Errorf("it lists %d files and holds %d", len(m.Entries), len(r.found))
	}
	for i, e := range m.Entries {
		if e != r.found[i] {
			return fmt.Errorf("%s is not as it is listed", r.found[i].Name)
		}
	}
	return nil
}
