package flow

import (
	"cmp"
	"context"
	"errors"

	"engram/internal/capture"
	"engram/internal/capture/markup"
	"engram/internal/fault"
	"engram/internal/plaintext"
)

// Messages about files.
const (
	MsgDamaged = "This document is damaged and could not be read."
	MsgEmpty   = "This document holds no text."
	MsgCut     = "Only its beginning was read: it holds more than can be read."
)

// Damaged returns the fault for a file that can't be read.
func Damaged(cause error) error { return fault.Wrap(fault.Invalid, MsgDamaged, cause) }

// Fill adds the text of a file to its metadata. After items cause ended their reading: they are all
// if it is nil, and the beginning if it is markup.ErrTooMuch.
func Fill(ctx context.Context, d capture.Document, items []Item, cause error) (capture.Document, error) {
	if cause != nil && (len(items) == 0 || !errors.Is(cause, markup.ErrTooMuch)) {
		return d, cmp.Or(ctx.Err(), Damaged(cause))
	}
	var cut bool
	if d.Sections, cut = Sections(items); cut || cause != nil {
		d.Remark = MsgCut
	}
	if len(d.Sections) == 0 {
		return d, fault.New(fault.Invalid, MsgEmpty)
	}
	d.Description = plaintext.OneLine(plaintext.FirstParagraph(d.Sections[0].Text), capture.MaxDescription)
	return d, nil
}
