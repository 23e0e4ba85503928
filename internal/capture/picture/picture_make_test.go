package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/gif"
	"testing"
)

// movingGIF is black in its first frame, and white in all others.
func movingGIF(t *testing.T, frames int) []byte {
	t.Helper()
	all := &gif.GIF{}
	for i := range frames {
		frame := image.NewPaletted(image.Rect(0, 0, 80, 80), color.Palette{color.Black, color.White})
		if i > 0 {
			for p := range frame.Pix {
				frame.Pix[p] = 1
			}
		}
		all.Image, all.Delay = append(all.Image, frame), append(all.Delay, 1)
	}
	return encoded(t, func(b *bytes.Buffer) error { return gif.EncodeAll(b, all) })
}

// bits writes numbers of few bits, the lowest first.
type bits struct {
	out  []byte
	used uint
}

func (b *bits) write(value, count uint) {
	for i := range count {
		if b.used%8 == 0 {
			b.out = append(b.out, 0)
		}
		b.out[len(b.out)-1] |= byte(value>>i&1) << (b.used % 8)
		b.used++
	}
}

// webpFrame is a lossless image of one colour: each channel has one value, which then takes no bits
// at all.
func webpFrame(width, height uint, c color.Color) []byte {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	b := &bits{}
	b.write(0x2f, 8)
	b.write(width-1, 14)
	b.write(height-1, 14)
	b.write(0, 1+3+3) // no alpha, version 0, neither transform nor cache nor groups
	for _, value := range []uint{uint(n.G), uint(n.R), uint(n.B), uint(n.A)} {
		b.write(0b101, 3) // a simple code, of one symbol, of eight bits
		b.write(value, 8)
	}
	b.write(0b0001, 4) // distances: one symbol of one bit, 0
	return b.out
}

func chunk(name string, content []byte) []byte {
	out := binary.LittleEndian.AppendUint32([]byte(name), uint32(len(content)))
	out = append(out, content...)
	return append(out, make([]byte, len(content)%2)...)
}

func riff(chunks ...[]byte) []byte {
	return chunk("RIFF", append([]byte("WEBP"), bytes.Join(chunks, nil)...))
}

// movingWebP has one frame of each colour.
func movingWebP(width, height uint, colours ...color.Color) []byte {
	b := &bits{}
	b.write(width-1, 24)
	b.write(height-1, 24)
	chunks := [][]byte{chunk("VP8X", append([]byte{webpAnimate, 0, 0, 0}, b.out...)), chunk("ANIM", make([]byte, 6))}
	for _, c := range colours {
		head := append(append(make([]byte, 6), b.out...), 0, 0, 0, 0)
		chunks = append(chunks, chunk("ANMF", append(head, chunk("VP8L", webpFrame(width, height, c))...)))
	}
	return riff(chunks...)
}

// cmykJPEG is a JPEG of 64 by 64 pixels in pure cyan, as printers want it. The library writes none.
func cmykJPEG(t *testing.T) []byte {
	t.Helper()
	ones := bytes.Repeat([]byte{8}, 64)
	segment := func(marker byte, content ...byte) []byte {
		return append([]byte{0xff, marker, 0, byte(len(content) + 2)}, content...)
	}
	codes := func(class byte, counts [16]byte, values ...byte) []byte {
		return segment(0xc4, append(append([]byte{class}, counts[:]...), values...)...)
	}
	file := bytes.Join([][]byte{
		{0xff, 0xd8},
		segment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x00")...),
		segment(0xdb, append([]byte{0}, ones...)...),
		segment(0xc0, 8, 0, 64, 0, 64, 4, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0),
		codes(0x00, [16]byte{1, 1, 1}, 0, 7, 8), // 0: no change, 10: of 7 bits, 110: of 8 bits
		codes(0x10, [16]byte{1}, 0),             // 0: nothing but the mean
		segment(0xda, 4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0),
	}, nil)
	stream := "110" + "01111111" + "0" // cyan is 0, which stands for all of it
	for range 3 {
		stream += "10" + "1111111" + "0" // the others are 255, which stands for none
	}
	for range (64 - 1) * 4 {
		stream += "00"
	}
	for len(stream)%8 != 0 {
		stream += "1"
	}
	for i := 0; i < len(stream); i += 8 {
		var b byte
		for _, bit := range stream[i : i+8] {
			b = b<<1 | byte(bit-'0')
		}
		if file = append(file, b); b == 0xff {
			file = append(file, 0)
		}
	}
	return append(file, 0xff, 0xd9)
}
