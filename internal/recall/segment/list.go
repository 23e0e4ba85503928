package segment

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"engram/internal/recall/lexical"
	"engram/internal/recall/sealed"
)

// list is the sealed file that names an index's segments, so that the state on disk is always
// consistent.
type list struct {
	Model    string
	Seq      int64
	Segments []listed
}

type listed struct {
	Name string
	Dead lexical.Bits
}

const (
	ListName   = "index.list" // the file of the list
	listFormat = 1
	suffix     = ".segment"
)

// saveList writes the list. All segments must be files.
func (s *Set) saveList() error {
	l := list{Model: s.model, Seq: s.state.persisted()}
	for _, p := range s.state.Parts {
		l.Segments = append(l.Segments, listed{p.name, p.Dead})
	}
	body, err := json.Marshal(l)
	if err != nil {
		return err
	}
	w, err := sealed.Create(filepath.Join(s.dir, ListName), listFormat)
	if err != nil {
		return err
	}
	defer func() { _ = w.Abort() }() // does nothing after Commit
	w.Section(0)
	_, _ = w.Write(body) // errors are sticky
	file, err := w.Commit()
	if err != nil {
		return err
	}
	return file.Close()
}

// load opens the segments in the list. os.ErrNotExist if there is no list, or one of another model.
func (s *Set) load() error {
	l, err := readList(filepath.Join(s.dir, ListName))
	if err != nil {
		return err
	}
	if l.Model != s.model {
		return os.ErrNotExist
	}
	s.state = &State{Seq: l.Seq}
	for _, entry := range l.Segments {
		p, err := s.openPart(entry)
		if err != nil {
			return err
		}
		s.state.Parts = append(s.state.Parts, p)
		if p.Dims() > 0 {
			s.state.Dims = p.Dims()
		}
	}
	s.saved = s.state
	return s.sweep()
}

func readList(path string) (l list, err error) {
	file, err := sealed.Open(path, listFormat)
	if err != nil {
		return l, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	body, err := file.Section(0).Bytes(0, file.Section(0).Len())
	if err != nil {
		return l, err
	}
	if err := json.Unmarshal(body, &l); err != nil {
		return l, sealed.Damaged("list of segments: " + err.Error())
	}
	return l, nil
}

// openPart opens a listed segment. A missing file counts as damage.
func (s *Set) openPart(entry listed) (*Part, error) {
	file, err := sealed.Open(filepath.Join(s.dir, filepath.Base(entry.Name)), format)
	if errors.Is(err, os.ErrNotExist) {
		err = sealed.Damaged(err.Error())
	}
	if err != nil {
		return nil, err
	}
	segment, err := open(file, entry.Name)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	var gone []uint32
	for m := range uint32(segment.Memories()) {
		if int(m/64) < len(entry.Dead) && entry.Dead.Has(m) {
			gone = append(gone, m)
		}
	}
	p, err := newPart(segment).without(gone)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return p, nil
}

// sweep deletes files that are not listed, and continues numbering after the last.
func (s *Set) sweep() error {
	named := map[string]bool{ListName: true}
	for _, p := range s.state.Parts {
		named[p.name] = true
	}
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !named[entry.Name()] {
			if err := os.RemoveAll(filepath.Join(s.dir, entry.Name())); err != nil {
				return err
			}
			continue
		}
		var n int
		if _, err := fmt.Sscanf(entry.Name(), "%08d"+suffix, &n); err == nil {
			s.files = max(s.files, n)
		}
	}
	return nil
}
