package memory

// from fills in what the mail of a draft says of its memory.
func (m *Memory) from(d Draft) {
	if d.Mail == nil {
		return
	}
	m.Mail, m.Remark = d.Mail, d.Remark
	if m.Kind == Note {
		*m = m.WithTitle(d.Title)
		m.Author, m.PublishedAt = d.Author, d.PublishedAt
	}
}
