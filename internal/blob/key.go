package blob

// DocumentKey is where the file of a user's upload is kept.
func DocumentKey(userID, uploadID string) string {
	return "documents/" + userID + "/" + uploadID + ".pdf"
}

// PictureKey is where a user's picture is kept.
func PictureKey(userID, pictureID string) string {
	return "pictures/" + userID + "/" + pictureID + ".jpg"
}
