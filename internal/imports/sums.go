package imports

import (
	"context"
	"errors"

	"engram/internal/blob"
)

// summing has the documents that a user has be known by their contents, once.
type summing struct{ done bool }

// up counts the checksums of a user's documents that are unknown. A file that is gone has none.
func (s *summing) up(ctx context.Context, in *Service, userID string) error {
	if s.done {
		return nil
	}
	files, err := in.parts.Store.Unsummed(ctx, userID)
	if err != nil {
		return err
	}
	sums := make(map[string]string, len(files))
	for _, u := range files {
		sum, err := in.sumOfFile(ctx, u.BlobKey())
		if err != nil {
			return err
		}
		if sum != "" {
			sums[u.ID] = sum
		}
	}
	if len(sums) > 0 {
		err = in.parts.Store.SetChecksums(ctx, userID, sums)
	}
	s.done = err == nil
	return err
}

// sumOfFile returns the checksum of a stored file; empty for one that is gone.
func (s *Service) sumOfFile(ctx context.Context, key string) (string, error) {
	object, err := s.parts.Blobs.Open(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer object.Close()
	return checksum(object)
}
