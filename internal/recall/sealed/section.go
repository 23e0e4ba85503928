package sealed

// Section is a section of a File, valid until that closes. The zero value is empty.
type Section struct {
	file          *File
	start, length int // in bytes; start within the file
}

// Len returns the length in bytes.
func (s Section) Len() int { return s.length }

// Bytes returns n bytes that point into the image and must not be changed. ErrDamaged if they fail
// the checksum or are out of range.
func (s Section) Bytes(offset, n int) ([]byte, error) {
	if offset < 0 || n < 0 || offset > s.length-n {
		return nil, damaged("bytes %d to %d+%d of a section of %d", offset, offset, n, s.length)
	}
	if n == 0 {
		return nil, nil
	}
	start := s.start + offset
	end := start + n
	first, last := start/blockSize, (end-1)/blockSize
	for block := first; block <= last; block++ {
		if !s.file.checked.has(block) {
			if err := s.file.check(block, last); err != nil {
				return nil, err
			}
			break
		}
	}
	return s.file.image[start:end:end], nil
}
