package backup

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"filippo.io/age"
	"github.com/klauspost/compress/zstd"
)

// window bounds what of an archive must be remembered to read on, in bytes. Pictures and PDFs are compressed already.
const window = 1 << 20

// sealed begins an archive that age encrypted.
const sealed = "age-encryption.org/"

// Recipients reads public keys of age, one a line, as ENGRAM_BACKUP_RECIPIENT holds them. None of an empty text.
func Recipients(text string) ([]age.Recipient, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	return age.ParseRecipients(strings.NewReader(text))
}

// pack returns what compresses into w, and encrypts where there are recipients. To close it ends the archive, not w.
func pack(w io.Writer, to []age.Recipient) (io.WriteCloser, error) {
	var outer io.WriteCloser
	if len(to) > 0 {
		var err error
		if outer, err = age.Encrypt(w, to...); err != nil {
			return nil, err
		}
		w = outer
	}
	inner, err := zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(window),
		zstd.WithEncoderCRC(true))
	return &packer{inner, outer}, err
}

type packer struct {
	*zstd.Encoder
	outer io.Closer // nil: not encrypted
}

func (p *packer) Close() error {
	err := p.Encoder.Close()
	if p.outer != nil {
		err = errors.Join(err, p.outer.Close())
	}
	return err
}

// unpack returns what pack was given. Identity is a secret key of age, which an encrypted archive needs.
func unpack(r io.Reader, identity string) (io.ReadCloser, error) {
	begin := bufio.NewReaderSize(r, 64<<10)
	if head, _ := begin.Peek(len(sealed)); bytes.Equal(head, []byte(sealed)) {
		plain, err := unseal(begin, identity)
		if err != nil {
			return nil, err
		}
		begin = bufio.NewReaderSize(plain, 64<<10)
	}
	if head, err := begin.Peek(4); !bytes.Equal(head, []byte{0x28, 0xb5, 0x2f, 0xfd}) {
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		return nil, refuse("This is no backup of Engram's: it does not begin as one does.")
	}
	unzipped, err := zstd.NewReader(begin, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(8*window))
	if err != nil {
		return nil, err
	}
	return unzipped.IOReadCloser(), nil
}

func unseal(r io.Reader, identity string) (io.Reader, error) {
	if strings.TrimSpace(identity) == "" {
		return nil, refuse("This backup is encrypted: the secret key (AGE-SECRET-KEY-…) of its recipient is needed.")
	}
	keys, err := age.ParseIdentities(strings.NewReader(identity))
	if err != nil {
		return nil, refuse("That is no secret key of age: it should have a line that begins with AGE-SECRET-KEY-.")
	}
	plain, err := age.Decrypt(r, keys...)
	if _, other := errors.AsType[*age.NoIdentityMatchError](err); other {
		return nil, refuse("This backup is encrypted for another key than the one that was given.")
	}
	return plain, err
}
