package memory

import "time"

// WithText returns a note with another text, as Add would keep it, as its next edition. Its title
// follows, unless it is the user's own. fault.Invalid if there is no text, or too much.
func (m Memory) WithText(typed string) (Memory, error) {
	text, err := noteText(typed)
	if err != nil || text == m.Description {
		return m, err
	}
	m.Description = text
	m.Edition++
	if m.OwnTitle {
		m.SourceTitle = noteTitle(text)
	} else {
		m.Title = noteTitle(text)
	}
	return m, nil
}

// WithTitle returns a memory with a title of the user's own, or with the captured one if empty.
func (m Memory) WithTitle(title string) Memory {
	switch {
	case title == "" && m.OwnTitle:
		m.Title, m.SourceTitle, m.OwnTitle = m.SourceTitle, "", false
	case title != "" && title != m.Title && !m.OwnTitle:
		m.Title, m.SourceTitle, m.OwnTitle = title, m.Title, true
	case title != "":
		m.Title = title
	}
	return m
}

// SavedAt returns a memory as saved at a time or, if that is zero, when it was.
func (m Memory) SavedAt(at time.Time) Memory {
	if at.IsZero() {
		at = m.FirstSaved()
		if m.Place == m.ID || at.IsZero() {
			return m
		}
	}
	m.CreatedAt, m.Place = at.UTC(), m.PlaceAt(at)
	return m
}
