package usage

import (
	"context"

	"engram/internal/blob"
)

// Kind measures the memories of a kind, in bytes.
type Kind struct {
	Kind     string
	Memories int
	Text     int64 // passages, the text as it was made, recognised words, earlier texts
	Files    int64 // uploaded or attached
	Pictures int64
}

// Unowned is the kind of what belongs to no memory: what rests in the trash, uploads that are not saved
// yet, and what is imported from.
const Unowned = "trash"

// Storage measures all that is stored of a user.
type Storage struct {
	Kinds []Kind
	Total int64
}

// Files lists stored files.
type Files interface {
	// ListIn calls yield for every blob whose key is below a folder, in no order.
	ListIn(ctx context.Context, folder string, yield func(blob.Info) error) error
}

// Storage returns what is stored of a user, as of a minute ago at most. Callers at once share a count,
// which goes on when the first of them leaves.
func (s *Service) Storage(ctx context.Context, userID string) (Storage, error) {
	if known, ok := s.storage.Get(userID); ok {
		return known, nil
	}
	counted, err, _ := s.once.Do(userID, func() (any, error) {
		counted, err := s.count(context.WithoutCancel(ctx), userID)
		if err == nil {
			s.storage.Add(userID, counted)
		}
		return counted, err
	})
	return counted.(Storage), err
}

func (s *Service) count(ctx context.Context, userID string) (all Storage, err error) {
	if all.Kinds, err = s.store.Contents(ctx, userID); err != nil {
		return Storage{}, err
	}
	owners, err := s.store.Owners(ctx, userID)
	if err != nil {
		return Storage{}, err
	}
	at := map[string]int{}
	for i, k := range all.Kinds {
		at[k.Kind] = i
	}
	add := func(file blob.Info) error {
		kind, ok := owners[file.Key]
		if !ok {
			kind = Unowned
		}
		i, ok := at[kind]
		if !ok {
			i = len(all.Kinds)
			at[kind], all.Kinds = i, append(all.Kinds, Kind{Kind: kind})
		}
		if blob.IsPicture(file.Key) {
			all.Kinds[i].Pictures += file.Size
		} else {
			all.Kinds[i].Files += file.Size
		}
		return nil
	}
	for _, folder := range blob.Folders(userID) {
		if err := s.files.ListIn(ctx, folder, add); err != nil {
			return Storage{}, err
		}
	}
	for _, k := range all.Kinds {
		all.Total += k.Text + k.Files + k.Pictures
	}
	return all, nil
}
