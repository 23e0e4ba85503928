package capture

import (
	"bytes"
	"context"
	"time"

	"engram/internal/blob"
	"engram/internal/memory"
)

const pictureTimeout = 5 * time.Second // for a page's picture to arrive: the page itself is what was asked for

// picture keeps our own rendering of the source's image and returns its key: that of the picture before when there is no
// new one, empty when there is none at all. A page without its picture is still a page, so a failure is only logged.
func (s *Service) picture(ctx context.Context, m memory.Memory, doc Document) (key string) {
	if len(doc.Image) == 0 && doc.ImageURL == "" {
		return m.ImageKey
	}
	s.parts.Watcher.Step(m.UserID, m.ID, memory.Picturing)
	key, err := s.keepPicture(ctx, m, doc)
	if err != nil {
		s.parts.Log.Info("picture left out", "user", m.UserID, "memory", m.ID, "error", err)
		return m.ImageKey
	}
	return key
}

// keepPicture stores under a key that follows from the memory: a run that was cut short leaves no file that the next one
// would not replace.
func (s *Service) keepPicture(ctx context.Context, m memory.Memory, doc Document) (string, error) {
	image := doc.Image
	if len(image) == 0 {
		page, err := s.parts.Fetcher.Fetch(ctx, Request{URL: doc.ImageURL, Accept: "image/*", Timeout: pictureTimeout, Follow: true, By: m.UserID})
		if err != nil {
			return "", err
		}
		defer page.Release()
		image = page.Body
	}
	jpeg, err := s.parts.Pictures.Picture(ctx, image)
	if err != nil {
		return "", err
	}
	key := blob.PictureKey(m.UserID, m.ID)
	_, err = s.parts.Blobs.Put(ctx, key, bytes.NewReader(jpeg))
	return key, err
}

// forget removes the picture that a capture of a deleted memory may have left.
func (s *Service) forget(ctx context.Context, userID, memoryID string) error {
	return s.parts.Blobs.Delete(ctx, blob.PictureKey(userID, memoryID))
}
