package blob

import "strings"

// DocumentKey is where the file of a user's upload is kept. The ending is that of the first format there was, and says
// nothing: what a file is its first bytes tell.
func DocumentKey(userID, uploadID string) string {
	return "documents/" + userID + "/" + uploadID + ".pdf"
}

// PictureKey is where a user's picture is kept.
func PictureKey(userID, pictureID string) string {
	return "pictures/" + userID + "/" + pictureID + ".jpg"
}

// Owner returns the user whose document or picture a key names; empty for any other key.
func Owner(key string) string {
	parts := strings.Split(key, "/")
	if len(parts) != 3 || parts[0] != "documents" && parts[0] != "pictures" {
		return ""
	}
	return parts[1]
}
