package sealed

// Section is one of the sections of a File, good until the file is closed. The zero value is an empty one.
type Section struct {
	file          *File
	start, length int // bytes, start in the file
}

// Len is how many bytes the section has.
func (s Section) Len() int { return s.length }

// Bytes returns n bytes of the section, a part of the file's image and not to be changed. It returns ErrDamaged when
// they are not what was written, or do not lie in the section: then whatever said where they are is damaged.
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
