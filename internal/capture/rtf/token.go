package rtf

import "strconv"

// token is a brace, a control word or sign, or bytes of text.
type token struct {
	kind   byte // '{', '}', '\\' a word or sign, 't' text
	word   string
	number int
	has    bool // a number was given
	text   []byte
}

// scanner cuts a document into tokens.
type scanner struct {
	source []byte
	at     int
}

// next returns false at the end.
func (s *scanner) next() (token, bool) {
	for s.at < len(s.source) {
		switch c := s.source[s.at]; c {
		case '{', '}':
			s.at++
			return token{kind: c}, true
		case '\\':
			s.at++
			return s.control(), true
		case '\r', '\n', 0:
			s.at++
		default:
			from := s.at
			for s.at < len(s.source) && !isSpecial(s.source[s.at]) {
				s.at++
			}
			return token{kind: 't', text: s.source[from:s.at]}, true
		}
	}
	return token{}, false
}

func isSpecial(c byte) bool {
	return c == '{' || c == '}' || c == '\\' || c == '\r' || c == '\n' || c == 0
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

const (
	maxWord   = 32 // letters
	maxDigits = 10
)

// control reads what follows a backslash.
func (s *scanner) control() token {
	if s.at >= len(s.source) {
		return token{kind: 't'}
	}
	if c := s.source[s.at]; !isLetter(c) {
		s.at++
		if c != '\'' {
			return token{kind: '\\', word: string(rune(c))}
		}
		return s.hexadecimal()
	}
	from := s.at
	for s.at < len(s.source) && isLetter(s.source[s.at]) && s.at-from < maxWord {
		s.at++
	}
	t := token{kind: '\\', word: string(s.source[from:s.at])}
	from = s.at
	if s.at < len(s.source) && s.source[s.at] == '-' {
		s.at++
	}
	for s.at < len(s.source) && s.source[s.at] >= '0' && s.source[s.at] <= '9' && s.at-from < maxDigits {
		s.at++
	}
	if n, err := strconv.Atoi(string(s.source[from:s.at])); err == nil {
		t.number, t.has = n, true
	}
	if s.at < len(s.source) && s.source[s.at] == ' ' {
		s.at++
	}
	if t.word == "bin" {
		s.at += min(max(t.number, 0), len(s.source)-s.at)
	}
	return t
}

// hexadecimal reads a byte of text as two digits.
func (s *scanner) hexadecimal() token {
	if s.at+2 > len(s.source) {
		s.at = len(s.source)
		return token{kind: 't'}
	}
	n, err := strconv.ParseUint(string(s.source[s.at:s.at+2]), 16, 8)
	s.at += 2
	if err != nil {
		return token{kind: 't'}
	}
	return token{kind: 't', text: []byte{byte(n)}}
}
