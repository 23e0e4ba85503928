package segment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"engram/internal/recall/sealed"
)

// Set keeps the state of one user's index, in a directory of its own when it has one. One goroutine at a time may call its
// methods, save for Merge; states may be read by any number.
//
// The directory is a cache: it can be removed at any time that it is not open, and nothing in it is ever waited for to
// reach the disk, since a file that did not is noticed by its checksums.
type Set struct {
	dir, model string
	flushFrom  int // passages held in ordinary memory before they become a file
	state      *State
	saved      *State     // that the directory holds
	files      int        // numbers that were given to files
	left       []*Segment // that no state needs from now on
}

// Open returns the index in the directory as it was last saved, an empty one when there is none or it was of another
// model. Without a directory everything is held in ordinary memory. ErrDamaged when the files are not what was saved:
// then Remove is all that can be done with them.
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

// Remove removes an index that is not open.
func Remove(dir string) error { return os.RemoveAll(dir) }

// State returns the state as it is now.
func (s *Set) State() *State { return s.state }

// Apply brings the state up to the batch. Small segments are merged as they come, and written once there is enough for a
// file; that a file can't be written is the error, and the state is right all the same.
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

// smallest returns the last two segments that are held in ordinary memory when the last is not much smaller than the one
// before, so that there are never more of them than their number of passages has digits.
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

// hold merges parts in ordinary memory; nil when nothing is left of them.
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

// replace puts a merged segment, or nothing, in the place of the parts that it was made from.
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
		if p.name != "" { // what is in ordinary memory goes by itself
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

// Left returns the files that were replaced since the last call. They must be let go by Discard once no search reads a
// state from before.
func (s *Set) Left() []*Segment {
	left := s.left
	s.left = nil
	return left
}

// Discard closes segments and removes their files.
func (s *Set) Discard(segments []*Segment) error {
	var errs []error
	for _, x := range segments {
		errs = append(errs, x.file.Close(), os.Remove(filepath.Join(s.dir, x.name)))
	}
	return errors.Join(errs...)
}

// Save writes what is held in ordinary memory to a file, and what belongs together to the list of files.
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

// write merges parts into a file; nil when nothing is left of them.
func (s *Set) write(ctx context.Context, parts []*Part, dims int) (*Segment, error) {
	if docs(parts) == 0 {
		return nil, nil
	}
	return s.writeAs(ctx, s.newName(), parts, dims)
}

// newName returns the name of a file that is not there yet.
func (s *Set) newName() string {
	s.files++
	return fmt.Sprintf("%08d%s", s.files, suffix)
}

func (s *Set) writeAs(ctx context.Context, name string, parts []*Part, dims int) (*Segment, error) {
	w, err := sealed.Create(filepath.Join(s.dir, name), format)
	if err != nil {
		return nil, err
	}
	defer func() { _ = w.Abort() }() // which does nothing after Commit
	if err := merge(ctx, w, parts, dims); err != nil {
		return nil, err
	}
	file, err := w.Commit()
	if err != nil {
		return nil, err
	}
	return open(file, name)
}

// Close closes all files, which no search may read any more.
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
