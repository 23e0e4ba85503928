package segment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"engram/internal/recall/sealed"
)

// Set holds the state of one user's index, perhaps in a directory. One goroutine at a time may call
// its methods except Merging.Run; any number may read states.
//
// The directory is a cache that may be deleted when closed. Nothing is synced, since torn files
// fail their checksums.
type Set struct {
	dir, model string
	flushFrom  int // passages held in memory before they become a file
	state      *State
	saved      *State     // state in the directory
	files      int        // number of the last file
	left       []*Segment // replaced segments, see Left
}

// Open opens the index as last saved, empty if there is none or it is of another model. Without a
// directory everything is in memory. ErrDamaged if files are corrupt: then call Remove.
func Open(dir, model string, flushFrom int) (*Set, error) {
	s := &Set{dir: dir, model: model, flushFrom: flushFrom, state: &State{}}
	if dir == "" {
		return s, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	err := s.load()
	if errors.Is(err, os.ErrNotExist) {
		err = s.sweep()
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Remove deletes an index that is not open.
func Remove(dir string) error { return os.RemoveAll(dir) }

// State returns the current state.
func (s *Set) State() *State { return s.state }

// Apply applies a batch. Small segments are merged at once and become a file when large enough. If
// that fails it returns the error, with the state applied.
func (s *Set) Apply(b Batch) error {
	next, err := s.state.apply(b)
	if err != nil {
		return err
	}
	s.state = next
	for {
		pair := s.smallest()
		if pair == nil {
			break
		}
		merged, err := s.hold(pair)
		if err != nil {
			return err
		}
		s.replace(pair, merged)
	}
	_, held := s.state.files()
	if s.dir == "" || docs(held) < s.flushFrom {
		return nil
	}
	return s.Save()
}

// smallest returns the last two segments in memory if they are of similar size, so that their
// number stays O(log n).
func (s *Set) smallest() []*Part {
	_, held := s.state.files()
	if n := len(held); n >= 2 && 2*held[n-1].Docs() > held[n-2].Docs() {
		return held[n-2:]
	}
	return nil
}

func docs(parts []*Part) (n int) {
	for _, p := range parts {
		n += p.Live.Docs
	}
	return n
}

// hold merges parts in memory; nil if nothing remains.
func (s *Set) hold(parts []*Part) (*Segment, error) {
	if docs(parts) == 0 {
		return nil, nil
	}
	w := sealed.NewWriter(format)
	if err := merge(context.Background(), w, parts, s.state.Dims); err != nil {
		return nil, err
	}
	file, err := w.Seal()
	if err != nil {
		return nil, err
	}
	return open(file, "")
}

// replace replaces parts by their merged segment, or by nothing.
func (s *Set) replace(parts []*Part, merged *Segment) {
	next := *s.state
	next.Parts = nil
	for _, p := range s.state.Parts {
		if !contains(parts, p) {
			next.Parts = append(next.Parts, p)
		}
	}
	if merged != nil {
		next.Parts = append(next.Parts, newPart(merged))
	}
	s.state = &next
	for _, p := range parts {
		if p.name != "" { // segments in memory need no closing
			s.left = append(s.left, p.Segment)
		}
	}
}

func contains(parts []*Part, segment *Part) bool {
	for _, p := range parts {
		if p.Segment == segment.Segment {
			return true
		}
	}
	return false
}

// Left returns the files replaced since the last call, to Discard once no search reads an older
// state.
func (s *Set) Left() []*Segment {
	left := s.left
	s.left = nil
	return left
}

// Discard closes segments and deletes their files.
func (s *Set) Discard(segments []*Segment) error {
	var errs []error
	for _, x := range segments {
		errs = append(errs, x.file.Close(), os.Remove(filepath.Join(s.dir, x.name)))
	}
	return errors.Join(errs...)
}

// Save writes segments in memory to a file, and the list.
func (s *Set) Save() error {
	if s.dir == "" || s.state == s.saved {
		return nil
	}
	if _, held := s.state.files(); len(held) > 0 {
		merged, err := s.write(context.Background(), held, s.state.Dims)
		if err != nil {
			return err
		}
		s.replace(held, merged)
	}
	if err := s.saveList(); err != nil {
		return err
	}
	s.saved = s.state
	return nil
}

// Frozen is the state of a directory, with its files held open: they can be read also when they are replaced.
type Frozen struct {
	Format string // see FormatOf
	Seq    int64  // of the last change in it
	Docs   int    // passages in the files, those that are deleted by now included
	Files  []*os.File
	List   []byte // the content of ListName, which names the files
}

// Close closes the files.
func (f Frozen) Close() {
	for _, file := range f.Files {
		_ = file.Close() // only read
	}
}

// FormatOf tells which snapshots can be read: those of the same formats of files, with vectors of the same model.
func FormatOf(model string) string { return fmt.Sprint(format, " ", listFormat, " ", model) }

// Freeze saves the state and returns what the directory then holds, to be closed; nothing if there is none.
func (s *Set) Freeze() (f Frozen, err error) {
	if s.dir == "" {
		return f, nil
	}
	if err := s.Save(); err != nil {
		return f, err
	}
	f = Frozen{Format: FormatOf(s.model), Seq: s.state.persisted()}
	for _, p := range s.state.Parts {
		file, err := os.Open(filepath.Join(s.dir, p.name))
		if err != nil {
			f.Close()
			return Frozen{}, err
		}
		f.Docs += p.Docs()
		f.Files = append(f.Files, file)
	}
	if f.List, err = os.ReadFile(filepath.Join(s.dir, ListName)); err != nil {
		f.Close()
		return Frozen{}, err
	}
	return f, nil
}

// write merges parts into a file; nil if nothing remains.
func (s *Set) write(ctx context.Context, parts []*Part, dims int) (*Segment, error) {
	if docs(parts) == 0 {
		return nil, nil
	}
	return s.writeAs(ctx, s.newName(), parts, dims)
}

// newName returns an unused file name.
func (s *Set) newName() string {
	s.files++
	return fmt.Sprintf("%08d%s", s.files, suffix)
}

func (s *Set) writeAs(ctx context.Context, name string, parts []*Part, dims int) (*Segment, error) {
	w, err := sealed.Create(filepath.Join(s.dir, name), format)
	if err != nil {
		return nil, err
	}
	defer func() { _ = w.Abort() }() // does nothing after Commit
	if err := merge(ctx, w, parts, dims); err != nil {
		return nil, err
	}
	file, err := w.Commit()
	if err != nil {
		return nil, err
	}
	return open(file, name)
}

// Close closes all files. They must not be read any more.
func (s *Set) Close() error {
	var errs []error
	for _, x := range s.left {
		errs = append(errs, x.file.Close())
	}
	for _, p := range s.state.Parts {
		errs = append(errs, p.file.Close())
	}
	s.state, s.left = &State{}, nil
	return errors.Join(errs...)
}
