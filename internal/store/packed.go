package store

import (
	"encoding/json"

	"github.com/klauspost/compress/zstd"
)

// maxUnpacked bounds the memory that one unpacked value may take, in bytes.
const maxUnpacked = 256 << 20

var (
	packer, _   = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	unpacker, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxUnpacked))
)

// Pack returns a value as JSON, compressed.
func Pack(value any) ([]byte, error) {
	encoded, err := json.Marshal(value)
	return packer.EncodeAll(encoded, nil), err
}

// Unpack reads what Pack returned into a value.
func Unpack(packed []byte, value any) error {
	encoded, err := unpacker.DecodeAll(packed, nil)
	if err != nil {
		return err
	}
	return json.Unmarshal(encoded, value)
}
