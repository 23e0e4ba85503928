package capture

import (
	"bytes"
	"context"
	"image/jpeg"
	"time"

	"engram/internal/blob"
	"engram/internal/memory"
)

const pictureTimeout = 5 * time.Second // for a page's picture to arrive: the page itself is what was asked for

// picture keeps our own rendering of the source's image and returns the memory with it: with the picture before when there
// is no new one. A page without its picture is still a page, so a failure is only logged.
func (s *Service) picture(ctx context.Context, m memory.Memory, doc Document) memory.Memory {
	if len(doc.Image) == 0 && doc.ImageURL == "" {
		return m
	}
	s.parts.Watcher.Step(m.UserID, m.ID, memory.Picturing)
	pictured, err := s.keepPicture(ctx, m, doc)
	if err != nil {
		s.parts.Log.Info("picture left out", "user", m.UserID, "memory", m.ID, "error", err)
		return m
	}
	return pictured
}

// keepPicture stores under a key that follows from the memory: a run that was cut short leaves no file that the next one
// would not replace.
func (s *Service) keepPicture(ctx context.Context, m memory.Memory, doc Document) (memory.Memory, error) {
	image := doc.Image
	if len(image) == 0 {
		page, err := s.parts.Fetcher.Fetch(ctx, Request{URL: doc.ImageURL, Accept: "image/*", Timeout: pictureTimeout, Follow: true, By: m.UserID})
		if err != nil {
			return m, err
		}
		defer page.Release()
		image = page.Body
	}
	picture, err := s.parts.Pictures.Picture(ctx, image)
	if err != nil {
		return m, err
	}
	size, err := jpeg.DecodeConfig(bytes.NewReader(picture))
	if err != nil {
		return m, err
	}
	m.ImageKey, m.ImageWidth, m.ImageHeight = blob.PictureKey(m.UserID, m.ID), size.Width, size.Height
	_, err = s.parts.Blobs.Put(ctx, m.ImageKey, bytes.NewReader(picture))
	return m, err
}

// forget removes the picture that a capture of a deleted memory may have left.
func (s *Service) forget(ctx context.Context, userID, memoryID string) error {
	return s.parts.Blobs.Delete(ctx, blob.PictureKey(userID, memoryID))
}
