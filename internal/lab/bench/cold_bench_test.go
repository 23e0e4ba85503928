package bench

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"slices"
	"testing"
	"time"

	"engram/internal/blob/s3"
	"engram/internal/blob/s3/s3test"
	"engram/internal/filelock"
	"engram/internal/recall"
	"engram/internal/snapshot"
	"engram/internal/store/snapshots"
	"engram/internal/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// BenchmarkCold times the first search of a user of whom a node has nothing: it reads every row from Postgres and indexes
// it, or fetches the index that another node published in a bucket: on this machine, and as far away as in another data centre of
// the region, with what large services give each connection.
func BenchmarkCold(b *testing.B) {
	rows, err := openStored(b.Context(), storetest.PostgresMigrated(b), newCorpus(seed))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = rows.close() })
	bucket := s3test.Start(b).Bucket("files")
	at := func(address string) recall.Option {
		files, err := s3.Open(b.Context(), address, filelock.Gate{})
		if err != nil {
			b.Fatal(err)
		}
		return recall.WithSnapshots(snapshot.New(snapshots.New(rows.db), files, slog.Default(), time.Now))
	}
	near, far := at(bucket), at(distant(b, bucket, 10*time.Millisecond, 90<<20))
	for _, n := range []int{10_000, 100_000} {
		user := fmt.Sprint("user", n)
		if err := errors.Join(rows.save(b.Context(), user, n), rows.understand(b.Context())); err != nil {
			b.Fatal(err)
		}
		b.Run(short(n)+"/indexed", func(b *testing.B) { rows.cold(b, user) })
		publisher := recall.New(rows.Store, recall.WithDir(b.TempDir()), recall.WithModel(model), near)
		rows.search(b, publisher, user)
		if err := errors.Join(publisher.Publish(b.Context()), publisher.Close()); err != nil {
			b.Fatal(err)
		}
		b.Run(short(n)+"/fetched", func(b *testing.B) { rows.cold(b, user, near) })
		b.Run(short(n)+"/fetched_from_afar", func(b *testing.B) { rows.cold(b, user, far) })
	}
}

// distant returns the address of a bucket behind a network: requests take a time to arrive, and each connection brings at most
// rate bytes a second.
func distant(b *testing.B, address string, away time.Duration, rate int) string {
	u, err := url.Parse(address)
	if err != nil {
		b.Fatal(err)
	}
	server := u.Host
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { listener.Close() })
	// pass copies with a wait before each piece, or after it as long as it takes.
	pass := func(to, from net.Conn, before time.Duration, rate int) {
		defer to.Close()
		buffer := make([]byte, 256<<10)
		for {
			n, err := from.Read(buffer)
			time.Sleep(before)
			began := time.Now()
			if _, errWrite := to.Write(buffer[:n]); err != nil || errWrite != nil {
				return
			}
			if rate > 0 {
				time.Sleep(time.Duration(n)*time.Second/time.Duration(rate) - time.Since(began))
			}
		}
	}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			behind, err := net.Dial("tcp", server)
			if err != nil {
				client.Close()
				return
			}
			go pass(behind, client, away, 0)
			go pass(client, behind, 0, rate)
		}
	}()
	u.Host = listener.Addr().String()
	return u.String()
}

// cold times the first search of an engine without files.
func (s stored) cold(b *testing.B, user string, with ...recall.Option) {
	var took []time.Duration
	for b.Loop() {
		e := recall.New(s.Store, append(with, recall.WithDir(b.TempDir()), recall.WithModel(model))...)
		began := time.Now()
		s.search(b, e, user)
		took = append(took, time.Since(began))
		if err := e.Close(); err != nil {
			b.Fatal(err)
		}
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Milliseconds()), "p50-ms")
}

func (s stored) search(b *testing.B, e *recall.Engine, user string) {
	found, err := e.Search(context.Background(), user, recall.Query{Text: s.corpus.question(1).text})
	if err != nil || len(found) == 0 {
		b.Fatal(len(found), err)
	}
}

// understand gives every passage a vector, as large as that of the built-in encoders.
func (s stored) understand(ctx context.Context) error {
	_, err := s.db.Writer().ExecContext(ctx, `UPDATE passages SET model = $1, vector = decode(repeat(md5(user_id || seq), 48), 'hex') WHERE vector IS NULL`, model)
	return err
}
