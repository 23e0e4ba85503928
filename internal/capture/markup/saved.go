package markup

import "io"

const (
	maxSaved = 64 << 20 // bytes of a saved page or text, with what it embeds
	msgSaved = "Only its first 64 MB were read."

	// MsgCut is the remark for a page with more text than MaxPage.
	MsgCut = "Only its first 5 MB of text were read."
)

// ReadSaved returns the beginning of a file that holds a saved page or text, and a remark if there
// is more.
func ReadSaved(file io.Reader) (body []byte, remark string, err error) {
	body, err = io.ReadAll(io.LimitReader(file, maxSaved+1))
	if len(body) > maxSaved {
		return body[:maxSaved], msgSaved, err
	}
	return body, "", err
}
