package library

import (
	"context"
	"unicode/utf8"

	"engram/internal/fault"
)

// Tagger keeps which memories have which tags. Every method is confined to the user's rows.
type Tagger interface {
	// Tags returns tags of which a word begins with a folded prefix, those of most memories first.
	Tags(ctx context.Context, userID, prefix string, limit int) ([]TagCount, error)
	// RenameTag gives the memories with a tag another one in its place, and that one its spelling.
	// fault.NotFound if no memory has the tag.
	RenameTag(ctx context.Context, userID, key string, to Tag) error
	// DropTag removes a tag from all memories; fault.NotFound if none has it.
	DropTag(ctx context.Context, userID, key string) error
}

// mostTags bounds the tags that are listed at once.
const mostTags = 1000

// Tags returns the user's tags of which a word begins with what is typed, those of most memories
// first, 1,000 at most.
func (s *Service) Tags(ctx context.Context, userID, typed string) ([]TagCount, error) {
	if utf8.RuneCountInString(typed) > maxTag {
		return nil, nil // none is as long
	}
	tag, err := TagOf(typed)
	if err != nil {
		tag.Key = "" // nothing is typed yet
	}
	return s.store.Tags(ctx, userID, tag.Key, mostTags)
}

// RenameTag renames a tag; where the new name is another tag's, they become one. It returns the tag
// as it is now. fault.Invalid if the new name can't be a tag's, fault.NotFound if no memory has it.
func (s *Service) RenameTag(ctx context.Context, userID, name, to string) (Tag, error) {
	tag, err := TagOf(to)
	if err != nil {
		return Tag{}, err
	}
	return tag, s.store.RenameTag(ctx, userID, TagKey(name), tag)
}

// DropTag removes a tag from all memories; fault.NotFound if none has it.
func (s *Service) DropTag(ctx context.Context, userID, name string) error {
	return s.store.DropTag(ctx, userID, TagKey(name))
}

// TagNotFound is the error for a tag that no memory has.
func TagNotFound() error { return fault.New(fault.NotFound, "No memory has this tag") }
