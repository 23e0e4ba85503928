package segment

import (
	"context"
	"fmt"
	"hash/fnv"
	"io"
)

// Verify verifies every byte of the files.
func (s *State) Verify(ctx context.Context) error {
	for _, p := range s.Parts {
		if err := p.file.Verify(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Passages returns a hash of each live passage and its memory's fields, by memory and position.
func (s *State) Passages() (map[string]uint64, error) {
	all := make(map[string]uint64)
	for _, p := range s.Parts {
		for m := range uint32(p.Memories()) {
			if p.Dead.Has(m) {
				continue
			}
			memory, err := p.Memory(m)
			if err != nil {
				return nil, err
			}
			for _, passage := range memory.Passages {
				h := fnv.New64a()
				_, _ = fmt.Fprintf(h, "%q %q %q %q %d %d %d %d %d %g ", memory.Kind, memory.Title, memory.Fields, passage.Remarks, memory.CreatedAt.UnixMilli(),
					passage.Page, passage.Second, passage.Offset, passage.Vector, passage.Legible)
				_, _ = io.WriteString(h, passage.Text)
				all[fmt.Sprint(memory.ID, " ", passage.Ord)] = h.Sum64()
			}
		}
	}
	return all, nil
}

// Terms returns the number of live passages of each term.
func (s *State) Terms() (map[string]uint64, error) {
	all := make(map[string]uint64)
	for _, p := range s.Parts {
		if err := p.Lexical().Holders(all); err != nil {
			return nil, err
		}
	}
	return all, nil
}
