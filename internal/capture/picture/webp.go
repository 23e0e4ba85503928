package picture

import (
	"bytes"
	"encoding/binary"
)

const (
	webpHead    = 12   // bytes of RIFF, size, WEBP
	webpAnimate = 0x02 // flags of a VP8X chunk
	webpAlpha   = 0x10
	frameHead   = 16 // bytes of an ANMF chunk before the frame's own chunks
	maxChunks   = 100
)

// stillWebP returns the first frame of an animated WebP as a file of its own, since the decoder has
// no animation, and other files unchanged.
func stillWebP(file []byte) []byte {
	if len(file) < webpHead+18 || !bytes.HasPrefix(file, []byte("RIFF")) || string(file[8:16]) != "WEBPVP8X" || file[20]&webpAnimate == 0 {
		return file
	}
	rest := file[webpHead:]
	for range maxChunks {
		if len(rest) < 8 {
			break
		}
		size := int64(binary.LittleEndian.Uint32(rest[4:]))
		if size > int64(len(rest)-8) {
			break
		}
		if chunk := rest[8 : 8+size]; string(rest[:4]) == "ANMF" && size > frameHead {
			return frameFile(chunk)
		}
		rest = rest[min(8+size+size%2, int64(len(rest))):]
	}
	return file
}

// frameFile makes a file of a frame, with its size in the header if the frame has transparency.
func frameFile(frame []byte) []byte {
	var chunks []byte
	if bytes.HasPrefix(frame[frameHead:], []byte("ALPH")) {
		chunks = append(chunks, "VP8X\x0a\x00\x00\x00"...)
		chunks = append(chunks, webpAlpha, 0, 0, 0)
		chunks = append(chunks, frame[6:12]...)
	}
	chunks = append(chunks, frame[frameHead:]...)
	out := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(4+len(chunks)))
	return append(append(out, "WEBP"...), chunks...)
}
