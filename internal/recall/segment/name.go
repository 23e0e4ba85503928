package segment

import "encoding/hex"

// NameOf returns the name of the directory of a user's index. An id unsafe as a file name is in hexadecimal.
func NameOf(userID string) string {
	for _, r := range userID {
		if (r < '0' || r > '9') && (r < 'a' || r > 'z') && r != '-' {
			return "x" + hex.EncodeToString([]byte(userID))
		}
	}
	return userID
}

// UserOf reverses NameOf.
func UserOf(name string) string {
	if id, err := hex.DecodeString(name[1:]); err == nil && name[0] == 'x' {
		return string(id)
	}
	return name
}
