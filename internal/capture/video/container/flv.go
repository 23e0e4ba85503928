package container

import (
	"bytes"
	"encoding/binary"
	"math"
)

var flvNames = map[string]field{"title": title, "artist": artist, "author": artist, "description": comment}

// flv reads the script data that an FLV file begins with: names and values as ActionScript has them. A name has its length
// in two bytes before it; its value begins with a kind, 0 for a number and 2 for a text.
func (f *file) flv() {
	_, script, ok := bytes.Cut(f.head, []byte("\x02\x00\x0aonMetaData"))
	if !ok {
		return
	}
	if v, ok := valueOf(script, "duration"); ok && len(v) >= 9 && v[0] == 0 {
		f.seconds(math.Float64frombits(binary.BigEndian.Uint64(v[1:])))
	}
	for _, name := range []string{"title", "artist", "author", "description"} {
		if v, ok := valueOf(script, name); ok && len(v) >= 3 && v[0] == 2 {
			text, _, _ := take(v[3:], uint64(binary.BigEndian.Uint16(v[1:])))
			f.set(name, string(text), flvNames)
		}
	}
}

// valueOf finds what follows a name.
func valueOf(script []byte, name string) ([]byte, bool) {
	_, after, ok := bytes.Cut(script, append([]byte{0, byte(len(name))}, name...))
	return after, ok
}
