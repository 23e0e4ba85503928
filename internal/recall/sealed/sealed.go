// Package sealed keeps files of sections that never change once written, read through a memory map.
//
// A sealed file is a cache: whoever finds it damaged throws it away and builds it anew. So nothing here repairs; all
// that counts is that damage is noticed before a damaged byte is used. The frame of a file is checked when it is
// opened, and each block of its sections the first time that it is read, which makes opening cheap however long the file.
// What other programs do to a block after that is seen by Verify; beyond the last page of a file that they cut short, by
// Guard.
//
// A file is
//
//	header   64 bytes   what it is: mark and format
//	body                the sections, each beginning at a multiple of 64 bytes, zeros between
//	table    4 bytes    CRC-32C of each block of 16 KiB from the file's start to the body's end
//	footer   1048 bytes where each section is, the lengths, the CRC-32C of the table and of the footer itself
//
// with all numbers little-endian.
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
