package importer

import (
	"bytes"
	"errors"
	"hash/maphash"
	"io"
	"slices"
	"strings"

	"engram/internal/portable"
	"engram/internal/zipfile"
)

// maxLarge bounds the files of a large export of Engram.
const maxLarge = 1_000_000

// large is a ZIP file with more names than are held in memory: of each, its hash and where it stands.
type large struct {
	src   Source
	index *zipfile.Index
	seed  maphash.Seed
	at    map[uint64]zipfile.Ref
}

// largeOf returns an export of Engram with many files; nil for any other source.
func largeOf(src Source) (*large, error) {
	index, err := zipfile.Look(src, src.Size())
	if err != nil || !index.Large() {
		return nil, nil //nolint:nilerr // the reader of all names says what is wrong
	}
	l := &large{src: src, index: index, seed: maphash.MakeSeed(), at: map[uint64]zipfile.Ref{}}
	err = index.Each(func(e zipfile.Entry, ref zipfile.Ref) error {
		if len(l.at) == maxLarge {
			return zipfile.ErrTooLarge
		}
		key := maphash.String(l.seed, e.Name)
		if _, twice := l.at[key]; !twice && e.Refused == nil {
			l.at[key] = ref
		}
		return nil
	})
	if errors.Is(err, zipfile.ErrTooLarge) {
		return nil, tooManyFiles()
	}
	if err != nil || !l.isOwn() {
		return nil, nil //nolint:nilerr // as above
	}
	return l, nil
}

// isOwn reports whether the archive says at its end that Engram wrote it.
func (l *large) isOwn() bool {
	m, has := l.find(portable.ManifestPath)
	if !has {
		return false
	}
	content, err := m.Open()
	if err != nil {
		return false
	}
	defer content.Close()
	begin, _ := io.ReadAll(io.LimitReader(content, 1<<10)) // what could be read of it says so, or not
	return bytes.Contains(begin, []byte(portable.Format))
}

// find returns the file with a name if it can be read.
func (l *large) find(name string) (Member, bool) {
	ref, has := l.at[maphash.String(l.seed, name)]
	if !has {
		return Member{}, false
	}
	e, err := l.index.At(ref)
	if err != nil || e.Name != name || e.Refused != nil {
		return Member{}, false
	}
	return Member{Name: e.Name, Size: e.Size, Modified: e.Modified, entry: &e, src: l.src, room: zipfile.RoomOf(l.src.Size())}, true
}

// Names returns the names of a folder's members that end as named and can be read, sorted, each once.
func (in *Input) Names(folder, ending string) (names []string) {
	take := func(name string) {
		if strings.HasPrefix(name, folder) && strings.HasSuffix(name, ending) {
			names = append(names, strings.Clone(name)) // it may be part of a longer text
		}
	}
	for _, m := range in.Members {
		if m.Refused == "" {
			take(m.Name)
		}
	}
	if in.large != nil {
		_ = in.large.index.Each(func(e zipfile.Entry, _ zipfile.Ref) error { // it was read to its end before
			if e.Refused == nil {
				take(e.Name)
			}
			return nil
		})
	}
	slices.Sort(names)
	return slices.Compact(names)
}
