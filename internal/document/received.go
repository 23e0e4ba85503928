package document

import "regexp"

// Limits of what is received of a picture.
const (
	maxKey    = 64      // characters
	maxPixels = 100_000 // wide or high
	maxCount  = 10_000_000
)

var (
	// opened matches the addresses that a saved text may link to.
	opened = regexp.MustCompile(`(?i)^(?:https?://[^\s<>]+|mailto:[^\s<>]+@[^\s<>]+)$`)
	named  = regexp.MustCompile(`^[0-9a-f]+$`)
)

// Received returns a tree that was written elsewhere as those that are captured: each block with the
// fields of its kind alone, and links only to what may be opened. It reports false for a tree that
// no capture makes. It changes d.
func (d Document) Received() (Document, bool) { return d.received(MaxNested) }

func (d Document) received(levels int) (Document, bool) {
	for i := range d {
		b, ok := d[i].received(levels)
		if !ok {
			return nil, false
		}
		d[i] = b
	}
	return d, true
}

func (b Block) received(levels int) (kept Block, ok bool) {
	if b.Task != "" && b.Task != Open && b.Task != Done || !counts(b.Page, b.Second) || !b.From.isSound() {
		return b, false
	}
	kept = Block{Kind: b.Kind, Task: b.Task, Anchor: b.Anchor, Page: b.Page, Second: b.Second, From: b.From}
	switch b.Kind {
	case Paragraph, Rule:
	case Heading:
		kept.Level = b.Level
		ok = b.Level >= 1 && b.Level <= 6
	case Code:
		kept.Text, kept.Language = b.Text, b.Language
	case Figure:
		kept.Image, ok = b.Image.received()
	case Table:
		kept.Rows, kept.Align = b.Rows, b.Align
		ok = b.isEven()
	case Quote:
		kept.Blocks, ok = b.Blocks.received(levels - 1)
	case List:
		kept.Items, kept.Ordered, kept.Start = b.Items, b.Ordered, b.Start
		ok = counts(b.Start) && receivedItems(b.Items, levels-1)
	default:
		return b, false
	}
	if b.Kind == Paragraph || b.Kind == Heading || b.Kind == Figure || b.Kind == Table {
		kept.Spans = b.Spans
	}
	ok = ok || b.Kind == Paragraph || b.Kind == Rule || b.Kind == Code
	return kept, ok && levels >= 0 && kept.receivedSpans()
}

func receivedItems(items []Document, levels int) bool {
	for i := range items {
		item, ok := items[i].received(levels)
		if !ok {
			return false
		}
		items[i] = item
	}
	return true
}

// isEven reports whether all rows of a table have as many cells, which are aligned as there are ways to.
func (b Block) isEven() bool {
	for _, row := range b.Rows {
		if len(row) != len(b.Rows[0]) {
			return false
		}
	}
	for _, a := range b.Align {
		if a != None && a != Left && a != Center && a != Right {
			return false
		}
	}
	return len(b.Rows) == 0 && len(b.Align) == 0 || len(b.Rows) > 0 && len(b.Align) <= len(b.Rows[0])
}

func (b Block) receivedSpans() bool {
	for _, row := range append([][]Cell{{b.Spans}}, b.Rows...) {
		for _, cell := range row {
			for i := range cell {
				s := &cell[i]
				if s.IsMark() || s.Citation != 0 || s.Script != "" && s.Script != Super && s.Script != Sub {
					return false
				}
				if s.Lit = false; !opened.MatchString(s.Link) {
					s.Link = ""
				}
			}
		}
	}
	return true
}

// received returns what is kept of a picture: no address of ours, which belongs to another Engram.
func (i *Image) received() (*Image, bool) {
	if i == nil {
		return nil, true
	}
	kept := &Image{Address: i.Address, Key: i.Key, Alt: i.Alt, Said: i.Said, Width: i.Width, Height: i.Height}
	if !opened.MatchString(i.Address) {
		kept.Address = ""
	}
	if len(i.Key) > maxKey || !named.MatchString(i.Key) {
		kept.Key = ""
	}
	return kept, i.Said.isSound() && counts(i.Width, i.Height) && i.Width <= maxPixels && i.Height <= maxPixels
}

func (p *Place) isSound() bool { return p == nil || counts(p.Passage, p.Offset) }

// counts reports whether numbers are such as count something.
func counts(all ...int) bool {
	for _, n := range all {
		if n < 0 || n > maxCount {
			return false
		}
	}
	return true
}
