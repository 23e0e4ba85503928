package blob

import (
	"slices"
	"strings"
)

// DocumentKey returns the key of an upload. Its extension is historical: the format is detected by
// content.
func DocumentKey(userID, uploadID string) string {
	return "documents/" + userID + "/" + uploadID + ".pdf"
}

// IsDocument reports whether a key is that of an upload.
func IsDocument(key string) bool { return strings.HasPrefix(key, "documents/") }

// IsPicture reports whether a key is that of a picture.
func IsPicture(key string) bool { return strings.HasPrefix(key, "pictures/") }

// PictureKey returns the key of a picture.
func PictureKey(userID, pictureID string) string {
	return "pictures/" + userID + "/" + pictureID + ".jpg"
}

// FigureKey returns the key of a picture within a memory's document.
func FigureKey(userID, memoryID, name string) string { return PictureKey(userID, memoryID+"-"+name) }

// ImportKey returns the key of a file that a user takes over from another program.
func ImportKey(userID, importID string) string { return "imports/" + userID + "/" + importID }

// IndexKey returns the key of a file of a user's search index, which other nodes fetch.
func IndexKey(userID, snapshotID, name string) string {
	return "index/" + userID + "/" + snapshotID + "-" + name
}

// IsIndex reports whether a key is that of a file of a search index, a copy of what is elsewhere.
func IsIndex(key string) bool { return strings.HasPrefix(key, "index/") }

// WithoutIndexes returns a function for Store.List that skips the files of search indexes.
func WithoutIndexes(yield func(Info) error) func(Info) error {
	return func(info Info) error {
		if IsIndex(info.Key) {
			return nil
		}
		return yield(info)
	}
}

// Folders returns the folders of a user's blobs, but for the copies of their index.
func Folders(userID string) []string {
	return []string{"documents/" + userID, "pictures/" + userID, "imports/" + userID}
}

// IndexFolder returns the folder of the copies of a user's index.
func IndexFolder(userID string) string { return "index/" + userID }

// Owner returns the user of a document's, picture's, import's or index's key; empty for other keys.
func Owner(key string) string {
	parts := strings.Split(key, "/")
	if len(parts) != 3 || !slices.Contains([]string{"documents", "pictures", "imports", "index"}, parts[0]) {
		return ""
	}
	return parts[1]
}
