package transfer

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"hash"

	"engram/internal/store"
)

// digest is a count of rows and a sum over them that doesn't depend on their order.
type digest struct {
	rows      int64
	low, high uint64
}

// Compare reads both databases and returns the tables whose rows differ.
func (t *Transfer) Compare(ctx context.Context) (differ []string, err error) {
	for _, table := range t.tables {
		there, err := digestOf(ctx, t.from, table)
		if err != nil {
			return nil, err
		}
		here, err := digestOf(ctx, t.to, table)
		if err != nil {
			return nil, err
		}
		if there != here {
			differ = append(differ, table.Name)
		}
	}
	return differ, nil
}

func digestOf(ctx context.Context, db *store.DB, table store.Table) (d digest, err error) {
	h := sha256.New()
	err = db.Reader().Each(ctx, func(row store.Scanner) error {
		values, err := scan(row, table)
		if err != nil {
			return err
		}
		h.Reset()
		for _, value := range values {
			write(h, value)
		}
		sum := h.Sum(nil)
		d.rows++
		d.low += binary.LittleEndian.Uint64(sum)
		d.high += binary.LittleEndian.Uint64(sum[8:])
		return nil
	}, `SELECT `+list(table.Columns)+` FROM `+quoted(table.Name))
	return d, store.Explain(err, "compare the table", table.Name)
}

// write writes a value with its type and length, so that no two rows read alike. A hash takes all.
func write(h hash.Hash, value any) {
	head := make([]byte, 9)
	var body []byte
	switch v := value.(type) {
	case int64:
		head[0] = 1
		binary.LittleEndian.PutUint64(head[1:], uint64(v)) //nolint:gosec // its bits
	case string:
		head[0], body = 2, []byte(v)
	case []byte:
		head[0], body = 3, v
	}
	if body != nil {
		binary.LittleEndian.PutUint64(head[1:], uint64(len(body)))
	}
	_, _ = h.Write(head)
	_, _ = h.Write(body)
}
