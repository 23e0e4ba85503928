package capture

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"time"

	"engram/internal/blob"
	"engram/internal/memory"
)

const pictureTimeout = 5 * time.Second // short: the page itself matters more

// picture re-encodes and stores the source's image and returns the memory with it. On failure it
// logs and keeps the previous picture: a page without its picture is still useful.
func (s *Service) picture(ctx context.Context, m memory.Memory, doc Document) memory.Memory {
	if len(doc.Image) == 0 && doc.ImageURL == "" {
		return m
	}
	s.parts.Watcher.Step(m.UserID, m.ID, memory.Picturing)
	pictured, err := s.savePicture(ctx, m, doc)
	if err != nil {
		s.parts.Log.Info("picture left out", "user", m.UserID, "memory", m.ID, "error", err)
		return m
	}
	return pictured
}

// savePicture stores under a key derived from the memory, so that an interrupted run leaves no
// orphan.
func (s *Service) savePicture(ctx context.Context, m memory.Memory, doc Document) (memory.Memory, error) {
	found := doc.Image
	if len(found) == 0 {
		page, err := s.parts.Fetcher.Fetch(ctx, Request{
			URL: doc.ImageURL, Accept: "image/*", Timeout: pictureTimeout, Priority: true, UserID: m.UserID,
		})
		if err != nil {
			return m, err
		}
		defer page.Release()
		found = page.Body
	}
	picture, err := s.parts.Pictures.Picture(ctx, found)
	if err != nil {
		return m, err
	}
	size, err := sizeOf(picture)
	if err != nil {
		return m, err
	}
	m.ImageKey, m.ImageWidth, m.ImageHeight = blob.PictureKey(m.UserID, m.ID), size.X, size.Y
	_, err = s.parts.Blobs.Put(ctx, m.ImageKey, bytes.NewReader(picture))
	return m, err
}

// sizeOf returns the size of a JPEG.
func sizeOf(picture []byte) (image.Point, error) {
	size, err := jpeg.DecodeConfig(bytes.NewReader(picture))
	return image.Pt(size.Width, size.Height), err
}

// deletePicture removes the picture that a capture of a deleted memory may have left. One in the
// trash keeps its own.
func (s *Service) deletePicture(ctx context.Context, userID, memoryID string) error {
	key := blob.PictureKey(userID, memoryID)
	has, err := s.parts.Store.HasFile(ctx, userID, memoryID, key)
	if err != nil || has {
		return err
	}
	return s.parts.Blobs.Delete(ctx, key)
}
