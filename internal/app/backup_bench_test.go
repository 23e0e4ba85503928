package app

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"engram/internal/blob"
	"engram/internal/blob/disk"
	"engram/internal/config"
	"engram/internal/store"
)

// archived runs this test binary as the program that backs up, restores or exports, with the settings on its
// input.
func archived(args []string) error {
	var cfg config.Config
	if err := json.NewDecoder(os.Stdin).Decode(&cfg); err != nil {
		return err
	}
	var err error
	switch args[0] {
	case "export":
		err = Export(context.Background(), cfg, args[2], "zip", args[1], nil, os.Stderr)
	case "restore":
		err = Restore(context.Background(), Restoring{File: args[1], Dir: args[2]}, nil, os.Stderr)
	default:
		err = Backup(context.Background(), cfg, args[1], nil, os.Stderr)
	}
	status, _ := os.ReadFile("/proc/self/status") // empty where there is no such file
	_, held, _ := strings.Cut(string(status), "VmHWM:")
	fmt.Println(strings.Fields(held)[0])
	return err
}

// runArchived runs that, and returns how long it took and the most memory that it held, in bytes.
func runArchived(b *testing.B, cfg config.Config, args ...string) (took time.Duration, held int64) {
	b.Helper()
	settings, err := json.Marshal(cfg)
	if err != nil {
		b.Fatal(err)
	}
	process := exec.Command(os.Args[0], append([]string{"archived"}, args...)...)
	process.Stdin = strings.NewReader(string(settings))
	began := time.Now()
	process.Stderr = os.Stderr
	out, err := process.Output()
	took = time.Since(began)
	if err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	held, err = strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
	if err != nil {
		b.Fatal(err)
	}
	return took, held << 10
}

// saveMeanwhile saves notes until stop is called, which returns their number.
func saveMeanwhile(e *victim, token string) (stop func() int) {
	stopped, saved := make(chan struct{}), make(chan int)
	go func() {
		for n := 0; ; n++ {
			select {
			case <-stopped:
				saved <- n
				return
			default:
				e.note(token, "A note that is saved meanwhile.")
			}
		}
	}()
	return func() int {
		close(stopped)
		return <-saved
	}
}

func reportSize(b *testing.B, archive string) {
	b.Helper()
	info, err := os.Stat(archive)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(info.Size())/1e6, "archive-MB")
}

// BenchmarkBackup backs up 10,000 memories and 1 GB of files during saves, and restores them.
func BenchmarkBackup(b *testing.B) {
	cfg := settings(b)
	cfg.FreeMemories = 0
	e := startVictim(b, cfg)
	token := e.user()
	saveNotes(b, cfg, userOf(token), 10_000, func(int) string { return prose(150) })
	putFiles(b, cfg, userOf(token), 2_000, 512<<10)
	archive := filepath.Join(b.TempDir(), "engram.tar.zst")
	stop := saveMeanwhile(e, token)
	for b.Loop() {
		took, held := runArchived(b, cfg, "backup", archive)
		b.ReportMetric(took.Seconds(), "backup-s")
		b.ReportMetric(float64(held)/1e6, "backup-MB")
		took, held = runArchived(b, cfg, "restore", archive, filepath.Join(b.TempDir(), fmt.Sprint(b.N)))
		b.ReportMetric(took.Seconds(), "restore-s")
		b.ReportMetric(float64(held)/1e6, "restore-MB")
	}
	b.ReportMetric(float64(stop()), "saved")
	reportSize(b, archive)
}

// BenchmarkExport exports 10,000 memories and 1 GB of files of theirs during saves.
func BenchmarkExport(b *testing.B) {
	const files = 2_000
	cfg := settings(b)
	cfg.FreeMemories = 0
	e := startVictim(b, cfg)
	name := randomName()
	token := e.signUp(name)
	user := userOf(token)
	saveNotes(b, cfg, user, 10_000, func(int) string { return prose(150) })
	putFiles(b, cfg, user, files, 512<<10)
	db, err := store.Attach(store.Config{URL: cfg.Database()})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	for i := range files {
		_, err := db.Writer().Exec(`INSERT INTO uploads (user_id, id, name, memory_id, created_at)
			SELECT $1, $2, $3, id, 1 FROM (SELECT id FROM memories WHERE user_id = $1 ORDER BY id LIMIT 1 OFFSET $4) AS one`, user, fmt.Sprint(i), fmt.Sprintf("%d.pdf", i), i)
		if err != nil {
			b.Fatal(err)
		}
	}
	archive := filepath.Join(b.TempDir(), "engram.zip")
	stop := saveMeanwhile(e, token)
	for b.Loop() {
		took, held := runArchived(b, cfg, "export", archive, name)
		b.ReportMetric(took.Seconds(), "export-s")
		b.ReportMetric(float64(held)/1e6, "export-MB")
	}
	b.ReportMetric(float64(stop()), "saved")
	reportSize(b, archive)
}

// putFiles stores n random files of a user as blobs.
func putFiles(b testing.TB, cfg config.Config, userID string, n int, size int64) {
	b.Helper()
	files, err := disk.Attach(cfg.BlobDir())
	if err != nil {
		b.Fatal(err)
	}
	defer files.Close()
	chance := rand.NewChaCha8([32]byte{})
	for i := range n {
		if _, err := files.Put(b.Context(), blob.DocumentKey(userID, fmt.Sprint(i)), io.LimitReader(chance, size)); err != nil {
			b.Fatal(err)
		}
	}
}
