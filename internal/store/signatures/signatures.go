// Package signatures stores the signatures of texts, by which those that are nearly the same are
// recognised.
package signatures

import (
	"context"
	"strconv"

	"engram/internal/recall/minhash"
	"engram/internal/store"
)

// mostCompared is the number of memories that one is compared with: those that share the most
// buckets.
const mostCompared = 50

// Keep replaces the signature of a memory's text, nil if it has none, and notes which
// memory saved earlier has nearly the same.
func Keep(ctx context.Context, t store.Tx, userID, memoryID string, signature minhash.Signature) error {
	if err := Drop(ctx, t, userID, memoryID); err != nil || signature == nil {
		return err
	}
	similar, err := similarTo(ctx, t, userID, memoryID, signature)
	if err != nil {
		return err
	}
	_, err = t.Exec(ctx, `INSERT INTO signatures (user_id, memory_id, signature, similar_to) VALUES ($1, $2, $3, $4)`,
		userID, memoryID, signature.Bytes(), similar)
	if err != nil {
		return err
	}
	return putBuckets(ctx, t, userID, memoryID, signature)
}

// putBuckets makes a memory comparable.
func putBuckets(ctx context.Context, t store.Tx, userID, memoryID string, signature minhash.Signature) error {
	for _, bucket := range signature.Buckets() {
		_, err := t.Exec(ctx, `INSERT INTO signature_buckets (user_id, bucket, memory_id) VALUES ($1, $2, $3)
			ON CONFLICT (user_id, bucket, memory_id) DO NOTHING`, userID, bucket, memoryID)
		if err != nil {
			return err
		}
	}
	return nil
}

// signed is a memory with its signature.
type signed struct {
	id        string
	signature minhash.Signature
}

func scanSigned(row store.Scanner) (s signed, err error) {
	var stored []byte
	err = row.Scan(&s.id, &stored)
	s.signature = minhash.Read(stored)
	return s, err
}

// similarTo returns the memory saved before one whose text is the most like it, the earliest of
// equals; empty if none is alike.
func similarTo(ctx context.Context, t store.Tx, userID, memoryID string, signature minhash.Signature) (id string, err error) {
	args, buckets := bucketArgs(userID, memoryID, signature)
	found, err := store.Collect(ctx, t.Querier, scanSigned, `SELECT s.memory_id, s.signature FROM (
			SELECT memory_id, COUNT(*) AS shared FROM signature_buckets
			WHERE user_id = $1 AND memory_id < $2 AND bucket IN (`+buckets+`)
			GROUP BY memory_id ORDER BY shared DESC, memory_id LIMIT `+strconv.Itoa(mostCompared)+`) AS near
		JOIN signatures s ON s.user_id = $1 AND s.memory_id = near.memory_id
		ORDER BY s.memory_id`, args...)
	most := 0.0
	for _, s := range found {
		if alike := minhash.Likeness(signature, s.signature); alike >= minhash.Alike && alike > most {
			id, most = s.id, alike
		}
	}
	return id, err
}

// bucketArgs returns the arguments of a statement about a memory's buckets, and their placeholders.
func bucketArgs(userID, memoryID string, signature minhash.Signature) (args []any, placeholders string) {
	args = []any{userID, memoryID}
	for _, bucket := range signature.Buckets() {
		args = append(args, bucket)
	}
	return args, store.Placeholders(3, len(args)-2)
}

func Drop(ctx context.Context, t store.Tx, userID, memoryID string) error {
	dropped, err := store.Collect(ctx, t.Querier, scanSigned,
		`DELETE FROM signatures WHERE user_id = $1 AND memory_id = $2 RETURNING memory_id, signature`, userID, memoryID)
	if err != nil || len(dropped) == 0 || dropped[0].signature == nil {
		return err
	}
	args, buckets := bucketArgs(userID, memoryID, dropped[0].signature)
	_, err = t.Exec(ctx, `DELETE FROM signature_buckets WHERE user_id = $1 AND memory_id = $2 AND bucket IN (`+buckets+`)`, args...)
	return err
}

// Restore makes a memory from the trash comparable again.
func Restore(ctx context.Context, t store.Tx, userID, memoryID string) error {
	found, err := store.Collect(ctx, t.Querier, scanSigned,
		`SELECT memory_id, signature FROM signatures WHERE user_id = $1 AND memory_id = $2`, userID, memoryID)
	if err != nil || len(found) == 0 {
		return err
	}
	return putBuckets(ctx, t, userID, memoryID, found[0].signature)
}
