package backup

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"engram/internal/blob"
	"engram/internal/fault"
)

// fullDisk are files that can't be copied, since the disk takes no more.
type fullDisk struct{ Files }

func (fullDisk) Open(context.Context, string) (*blob.Object, error) {
	return nil, fmt.Errorf("write: %w", syscall.ENOSPC)
}

func TestWriteFileLeavesAWholeBackupOrTheOneBefore(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "engram.tar.zst")
	good := house(t)
	if _, err := WriteFile(t.Context(), path, good); err != nil {
		t.Fatal(err)
	}
	before := tree(t, dir)
	damaged := good
	damaged.Database = rows{engine: SQLite, schema: 20, fails: errors.New("the database is damaged")}
	noRoom := good
	noRoom.Files = fullDisk{good.Files}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx    context.Context
		source Source
		words  string
	}{
		"the disk is full":        {t.Context(), noRoom, "The disk that holds " + dir + " is full: make room on it"},
		"the database is damaged": {t.Context(), damaged, "the database is damaged"},
		"the backup is cancelled": {ended, good, "canceled"},
	} {
		_, err := WriteFile(c.ctx, path, c.source)
		if err == nil || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: %v, want %q", name, err, c.words)
		}
		if after := tree(t, dir); len(after) != 1 || after["engram.tar.zst"] != before["engram.tar.zst"] {
			t.Errorf("%s: there is %v", name, len(after))
		}
	}
	if _, err := WriteFile(t.Context(), dir, good); err == nil || !strings.Contains(err.Error(), "is no file") {
		t.Errorf("a folder: %v", err)
	}
	if _, err := WriteFile(t.Context(), filepath.Join(dir, "absent", "x"), good); err == nil {
		t.Error("a folder that is not there was made")
	}
}

func TestAWrittenBackupIsVerified(t *testing.T) {
	whole := archiveOf(t, house(t))
	cut := whole[:len(whole)-1]
	path := filepath.Join(t.TempDir(), "archive")
	for name, c := range map[string]struct {
		content   []byte
		encrypted bool
		ok        bool
	}{
		"whole": {whole, false, true}, "whole and encrypted": {whole, true, true},
		"cut off": {cut, false, false}, "cut off and encrypted": {cut, true, false},
	} {
		if err := os.WriteFile(path, c.content, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := again(t.Context(), path, sha256.Sum256(whole), c.encrypted); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func folderIn(dir string, keep int) *Folder { return OpenFolder(dir, keep, quiet()) }

// at is the source at another time.
func at(s Source, when time.Time) Source {
	s.Now = func() time.Time { return when }
	return s
}

func names(t *testing.T, f *Folder) (all []string) {
	t.Helper()
	records, err := f.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		all = append(all, r.Name+r.Failure)
	}
	return all
}

func TestTheNewestOfEachKindAreKept(t *testing.T) {
	dir, source := filepath.Join(t.TempDir(), "backups"), house(t)
	others := filepath.Join(dir, "engram-2020-01-01T000000Z.tar.zst") // as if it had been put there by hand
	f := folderIn(dir, 2)
	for day := range 4 {
		kind, name := Scheduled, "engram"
		if day == 1 {
			kind, name = BeforeMigration, "before-migration-20"
		}
		if _, err := f.Add(t.Context(), kind, name, at(source, now.AddDate(0, 0, day))); err != nil {
			t.Fatal(err)
		}
		if day == 0 {
			if err := os.WriteFile(others, []byte("mine"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	want := []string{"engram-2026-11-26T130000Z.tar.zst", "engram-2026-11-25T130000Z.tar.zst", "before-migration-20-2026-11-24T130000Z.tar.zst"}
	for _, f := range []*Folder{f, folderIn(dir, 2)} { // which also knows after the next start
		if got := names(t, f); !slices.Equal(got, want) {
			t.Errorf("kept %q", got)
		}
	}
	there := tree(t, dir)
	if len(there) != len(want)+2 || there["engram-2020-01-01T000000Z.tar.zst"] != "mine" || there[recordsName] == "" {
		t.Errorf("the folder holds %d files, the other one reads %q", len(there), there["engram-2020-01-01T000000Z.tar.zst"])
	}
	for _, name := range want {
		if _, err := Verify(t.Context(), strings.NewReader(there[name]), ""); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := os.Remove(filepath.Join(dir, want[0])); err != nil {
		t.Fatal(err)
	}
	if got := names(t, f); !slices.Equal(got, want[1:]) {
		t.Errorf("with one moved away it lists %q", got)
	}
}

func TestZeroKeepsAll(t *testing.T) {
	f, source := folderIn(t.TempDir(), 0), house(t)
	for day := range 15 {
		if _, err := f.Add(t.Context(), Scheduled, "engram", at(source, now.AddDate(0, 0, day))); err != nil {
			t.Fatal(err)
		}
	}
	if got := names(t, f); len(got) != 15 {
		t.Errorf("kept %q", got)
	}
}

func TestAFailureIsRecordedAndRemovesNoBackup(t *testing.T) {
	dir, source := t.TempDir(), house(t)
	f := folderIn(dir, 1)
	made, err := f.Add(t.Context(), Scheduled, "engram", source)
	if err != nil || made.Size == 0 || made.Files != 2 || !made.OK() {
		t.Fatalf("%+v, %v", made, err)
	}
	broken := at(source, now.AddDate(0, 0, 1))
	broken.Files = fullDisk{source.Files}
	for range maxFailures + 3 {
		if r, err := f.Add(t.Context(), Scheduled, "engram", broken); err == nil || r.OK() || r.Name != "" {
			t.Fatalf("%+v, %v", r, err)
		}
	}
	got := names(t, folderIn(dir, 1))
	if len(got) != maxFailures+1 || got[maxFailures] != made.Name || !strings.HasPrefix(got[0], "The disk that holds "+dir+" is full") {
		t.Errorf("it remembers %q", got)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Add(ended, Scheduled, "engram", source); !errors.Is(err, context.Canceled) || len(names(t, f)) != maxFailures+1 {
		t.Errorf("a stop counts as a failure: %v", err)
	}
}

func TestUnfinishedBackupsAreRemovedAfterADay(t *testing.T) {
	dir, source := t.TempDir(), house(t)
	old, young := filepath.Join(dir, workFolder+"1"), filepath.Join(dir, workFolder+"2")
	before := now.Add(-25 * time.Hour)
	if err := errors.Join(os.Mkdir(old, 0o700), os.Mkdir(young, 0o700), os.Chtimes(old, before, before), os.Chtimes(young, now, now)); err != nil {
		t.Fatal(err)
	}
	if _, err := folderIn(dir, 1).Add(t.Context(), Scheduled, "engram", source); err != nil {
		t.Fatal(err)
	}
	_, errOld := os.Stat(old)
	if _, err := os.Stat(young); err != nil || !os.IsNotExist(errOld) {
		t.Errorf("the old one: %v; the young one: %v", errOld, err)
	}
}

func TestUnreadableRecordsRemoveNoBackup(t *testing.T) {
	dir, source := t.TempDir(), house(t)
	first, err := folderIn(dir, 1).Add(t.Context(), Scheduled, "engram", source)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, recordsName), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	f := OpenFolder(dir, 1, slog.New(slog.NewTextHandler(&log, nil)))
	if !strings.Contains(log.String(), "the list of backups can't be read") {
		t.Errorf("the log says %q", log.String())
	}
	second, err := f.Add(t.Context(), Scheduled, "engram", at(source, now.AddDate(0, 0, 1)))
	if there := tree(t, dir); err != nil || there[first.Name] == "" || there[second.Name] == "" {
		t.Errorf("%v, and there are %d files", err, len(there))
	}
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

func TestWhenABackupIsDue(t *testing.T) {
	const day = 24 * time.Hour
	ago := func(d time.Duration) time.Time { return now.Add(-d) }
	for name, c := range map[string]struct {
		records []Record
		want    bool
	}{
		"there is none":                            {nil, true},
		"the newest is an hour old":                {[]Record{{At: ago(2 * day)}, {At: ago(time.Hour)}}, false},
		"the newest is a day old":                  {[]Record{{At: ago(day)}}, true},
		"only one before a migration is new":       {[]Record{{At: ago(day)}, {At: ago(time.Minute), Kind: BeforeMigration}}, true},
		"one failed a minute ago":                  {[]Record{{At: ago(day)}, {At: ago(time.Minute), Failure: "full"}}, false},
		"one failed an hour ago":                   {[]Record{{At: ago(day)}, {At: ago(time.Hour), Failure: "full"}}, true},
		"the clock was ahead when one was made":    {[]Record{{At: ago(-90 * day)}}, true},
		"the clock was ahead, and there are newer": {[]Record{{At: ago(-90 * day)}, {At: ago(time.Hour)}}, false},
	} {
		s := New(&Folder{records: c.records}, Source{}, day, quiet())
		if got := s.due(now); got != c.want {
			t.Errorf("%s: due %v", name, got)
		}
	}
}

func TestTheScheduleMakesOneAndStops(t *testing.T) {
	source := house(t)
	for name, c := range map[string]struct {
		every time.Duration
		empty bool
		want  int
	}{
		"by schedule":                  {24 * time.Hour, false, 1},
		"without one":                  {0, false, 0},
		"in an installation of no one": {24 * time.Hour, true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			s := New(folderIn(t.TempDir(), 14), source, c.every, quiet())
			asked := make(chan struct{}, 1)
			s.Restoring = &Restoring{Empty: func(context.Context) (bool, error) {
				asked <- struct{}{}
				return c.empty, nil
			}}
			done := make(chan struct{})
			go func() { defer close(done); s.Run(ctx) }()
			if c.every > 0 {
				<-asked
			}
			for s.Stats().Made < c.want {
				time.Sleep(time.Millisecond)
			}
			stop()
			<-done
			stats := s.Stats()
			if stats.Made != c.want || stats.Failed != 0 || (stats.LastSize > 0) != (c.want > 0) || stats.LastMade.IsZero() != (c.want == 0) {
				t.Errorf("it did %+v", stats)
			}
		})
	}
}

func TestABackupIsMadeOnRequest(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	s := New(folderIn(t.TempDir(), 14), house(t), 0, quiet())
	s.Request()
	s.Request() // the same one
	if !s.Making() {
		t.Error("nothing is requested")
	}
	done := make(chan struct{})
	go func() { defer close(done); s.Run(ctx) }()
	for s.Making() {
		time.Sleep(time.Millisecond)
	}
	list, err := s.List(t.Context())
	stop()
	<-done
	if err != nil || len(list) != 1 || list[0].Kind != OnRequest || !list[0].OK() || s.Stats().Made != 1 {
		t.Errorf("it lists %+v, %v, and did %+v", list, err, s.Stats())
	}
}

// heldFiles tell when a backup begins to hold them.
type heldFiles struct {
	Files
	held func()
}

func (f heldFiles) Hold(ctx context.Context) (io.Closer, error) {
	f.held()
	return f.Files.Hold(ctx)
}

func TestAScheduledBackupIsSeenWhileItIsMade(t *testing.T) {
	source := house(t)
	var s *Service
	seen := false
	source.Files = heldFiles{source.Files, func() { seen = s.Making() }}
	s = New(folderIn(t.TempDir(), 14), source, time.Hour, quiet())
	s.make(t.Context(), Scheduled)
	if !seen || s.Making() || s.Stats().Made != 1 {
		t.Errorf("seen meanwhile: %v, and after: %v", seen, s.Making())
	}
}

func TestRestoreIntoARunningInstallation(t *testing.T) {
	whole := archiveOf(t, house(t))
	for name, c := range map[string]struct {
		change  func(*Service)
		content []byte
		kind    fault.Kind
	}{
		"without accounts": {func(*Service) {}, whole, fault.Internal},
		"with an account":  {func(s *Service) { s.Restoring.Empty = func(context.Context) (bool, error) { return false, nil } }, whole, fault.Conflict},
		"with an account that was made meanwhile": {func(s *Service) {
			asked := 0
			s.Restoring.Empty = func(context.Context) (bool, error) { asked++; return asked == 1, nil }
		}, whole, fault.Conflict},
		"from a damaged archive":          {func(*Service) {}, whole[:100], fault.Invalid},
		"where restoring is not offered":  {func(s *Service) { s.Restoring = nil }, whole, fault.Forbidden},
		"while another one restores":      {func(s *Service) { _ = os.Mkdir(filepath.Join(s.Restoring.Dir, unverified), 0o700) }, whole, fault.Invalid},
		"whose accounts can't be counted": {func(s *Service) { s.Restoring.Empty = func(context.Context) (bool, error) { return false, io.EOF } }, whole, fault.Internal},
	} {
		t.Run(name, func(t *testing.T) {
			restarts, dir := 0, t.TempDir()
			s := New(folderIn(t.TempDir(), 1), house(t), 0, quiet())
			s.Restoring = &Restoring{
				Dir: dir, Program: program, Restart: func() { restarts++ },
				Empty: func(context.Context) (bool, error) { return true, nil },
			}
			c.change(s)
			m, err := s.Restore(t.Context(), strings.NewReader(string(c.content)), "")
			works := name == "without accounts"
			if fault.KindOf(err) != c.kind || (err == nil) != works || (restarts == 1) != works || Waits(dir) != works {
				t.Errorf("%+v, %v, restarted %d times, waits: %v", m, err, restarts, Waits(dir))
			}
		})
	}
}
