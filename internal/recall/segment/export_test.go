package segment

import "engram/internal/recall/sealed"

// Section numbers and format, for files with impossible content.
const (
	Format   = format
	Sections = sectionScales + 1
)

// OpenFile opens a segment in any file.
func OpenFile(f *sealed.File) (*Part, error) {
	s, err := open(f, "")
	if err != nil {
		return nil, err
	}
	return newPart(s), nil
}
