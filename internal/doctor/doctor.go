// Package doctor checks an installation from outside, and returns for each problem what to do.
package doctor

import (
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"engram/internal/diskspace"
)

// Finding is the result of one check.
type Finding struct {
	Found  string
	Advice string // what to do; empty where nothing is wrong
}

// String returns one line.
func (f Finding) String() string {
	if f.Advice == "" {
		return "ok     " + f.Found
	}
	return "wrong  " + f.Found + ": " + f.Advice
}

// Report writes a line for each finding. The error tells how many are wrong.
func Report(out io.Writer, found []Finding) error {
	wrong := 0
	for _, f := range found {
		if _, err := fmt.Fprintln(out, f); err != nil {
			return err
		}
		if f.Advice != "" {
			wrong++
		}
	}
	if wrong > 0 {
		return fmt.Errorf("doctor: findings to mend: %d", wrong)
	}
	return nil
}

func ok(format string, values ...any) Finding { return Finding{Found: fmt.Sprintf(format, values...)} }

// littleSpace is the free space, in bytes, under which a disk is soon full.
const littleSpace = 1 << 30

// Folder checks that this user may write to a folder and that its disk has room.
func Folder(dir string) Finding {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Finding{dir + " is not there", "mount it, or correct ENGRAM_DATA_DIR; a start makes it"}
	case err != nil:
		return Finding{err.Error(), "let this user read it"}
	case !info.IsDir():
		return Finding{dir + " is not a folder", "correct ENGRAM_DATA_DIR"}
	}
	file, err := os.CreateTemp(dir, ".doctor-*")
	if errors.Is(err, unix.ENOSPC) {
		return Finding{"the disk of " + dir + " is full", "make room; Engram goes on by itself"}
	}
	if err != nil {
		return Finding{fmt.Sprintf("user %d may not write to %s", os.Getuid(), dir), fmt.Sprintf("chown -R %d %s", os.Getuid(), dir)}
	}
	if err := errors.Join(file.Close(), os.Remove(file.Name())); err != nil {
		return Finding{err.Error(), "look at the disk"}
	}
	if stranger := notOurs(dir); stranger != "" {
		return Finding{fmt.Sprintf("user %d may not write to %s", os.Getuid(), stranger), fmt.Sprintf("chown -R %d %s", os.Getuid(), dir)}
	}
	free, err := diskspace.Free(dir)
	if err != nil {
		return Finding{err.Error(), "look at the disk"}
	}
	if free < littleSpace {
		return Finding{fmt.Sprintf("the disk of %s has %d MB left", dir, free>>20), "make room before it is full"}
	}
	return ok("%s can be written", dir)
}

// notOurs returns the first file or folder directly in dir that this user may not write, or "".
func notOurs(dir string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return dir
	}
	for _, entry := range entries {
		if path := filepath.Join(dir, entry.Name()); unix.Access(path, unix.W_OK) != nil {
			return path
		}
	}
	return ""
}

// clockSlack is the maximum difference of two clocks.
const clockSlack = 2 * time.Minute

// ClockOf compares the clock with the times of the files in a folder, none of which can be in the future.
func ClockOf(dir string, now time.Time) Finding {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return ok("the clock could not be compared with files")
	}
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && info.ModTime().After(now.Add(clockSlack)) {
			return Finding{
				fmt.Sprintf("the clock says %s, and %s was written at %s", clock(now), entry.Name(), clock(info.ModTime())),
				"set the clock, and let NTP keep it",
			}
		}
	}
	return ok("the clock agrees with the files, %s", clock(now))
}

// ClockBy compares the clock with that of a server, from the Date header of its answer.
func ClockBy(server string, header http.Header, now time.Time) Finding {
	theirs, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		return ok("the clock could not be compared with %s", server)
	}
	if apart := now.Sub(theirs); apart.Abs() > clockSlack {
		return Finding{
			fmt.Sprintf("the clock is %s apart from that of %s", apart.Abs().Round(time.Second), server),
			"set the clock, and let NTP keep it: sign-ins, links to files and days in questions depend on it",
		}
	}
	return ok("the clock agrees with that of %s", server)
}

func clock(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 MST") }

// Schema compares the version of the database with the program's.
func Schema(is, newest int64) Finding {
	switch {
	case is > newest:
		return Finding{fmt.Sprintf("the database is at version %d, this program knows %d", is, newest), "install the newer Engram that wrote it"}
	case is < newest:
		return ok("the database is at version %d; the next start brings it to %d, after a backup", is, newest)
	}
	return ok("the database is at this program's version, %d", is)
}

// soonOver is the time before the end of a certificate at which it should have been renewed.
const soonOver = 14 * 24 * time.Hour

// Certificate checks until when the first certificate of a PEM file is valid.
func Certificate(file string, now time.Time) Finding {
	content, err := os.ReadFile(file)
	if err != nil {
		return Finding{err.Error(), "correct ENGRAM_TLS_CERT, or let this user read it"}
	}
	block, _ := pem.Decode(content)
	if block == nil {
		return Finding{file + " is no certificate in PEM", "correct ENGRAM_TLS_CERT"}
	}
	cert, err := x509.ParseCertificate(block.Bytes)
	switch {
	case err != nil:
		return Finding{file + " is damaged", "put the certificate back"}
	case now.Before(cert.NotBefore):
		return Finding{fmt.Sprintf("%s is valid from %s on", file, clock(cert.NotBefore)), "set the clock, or wait"}
	case now.After(cert.NotAfter):
		return Finding{fmt.Sprintf("%s ended at %s", file, clock(cert.NotAfter)), "renew it; Engram notices the new file"}
	case now.Add(soonOver).After(cert.NotAfter):
		return Finding{fmt.Sprintf("%s ends at %s", file, clock(cert.NotAfter)), "see why it was not renewed"}
	}
	return ok("%s is valid until %s", file, clock(cert.NotAfter))
}
