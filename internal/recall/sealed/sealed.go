// Package sealed writes immutable files of sections and reads them through a memory map.
//
// A sealed file is a cache: damage must be noticed before a damaged byte is used, and is never
// repaired. The frame is checked on opening and each block when first read, so opening is cheap.
// Verify finds later changes to a block, Guard a file that was truncated.
//
// A file, with little-endian integers, is
//
//	header   64 bytes   mark and format
//	body                the sections, aligned to 64 bytes, with zeros between
//	table    4 bytes    for each block of 16 KiB from the start to the end of body: its CRC-32C
//	footer   1048 bytes ranges of the sections, lengths, CRC-32C of the table and of itself
package sealed

import (
	"errors"
	"fmt"
	"hash/crc32"
)

const (
	sections  = 64      // of a file at most
	alignment = 64      // of sections, in bytes: a cache line
	blockSize = 1 << 14 // bytes per checksum, verified in about a microsecond
	sumSize   = 4       // bytes of a checksum
)

// castagnoli is the CRC with hardware support.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// ErrDamaged means that a file is truncated, corrupt, or not of this format. It is wrapped with
// details.
var ErrDamaged = errors.New("sealed file is damaged")

// ErrFormat is the ErrDamaged for a valid file of another version.
var ErrFormat = fmt.Errorf("%w: of another format", ErrDamaged)

func damaged(format string, values ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, values...))
}

// blocks returns the number of blocks for that many bytes.
func blocks(bytes uint64) uint64 { return (bytes + blockSize - 1) / blockSize }

// Damaged returns ErrDamaged with details, for readers of impossible content.
func Damaged(what string) error { return damaged("%s", what) }
