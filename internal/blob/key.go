package blob

import "strings"

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

// Folders returns the folders of a user's blobs.
func Folders(userID string) []string {
	return []string{"documents/" + userID, "pictures/" + userID, "imports/" + userID}
}

// Owner returns the user of a document's, picture's or import's key; empty for other keys.
func Owner(key string) string {
	parts := strings.Split(key, "/")
	if len(parts) != 3 || parts[0] != "documents" && parts[0] != "pictures" && parts[0] != "imports" {
		return ""
	}
	return parts[1]
}
