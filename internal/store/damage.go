package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// restoreAdvice ends the message about a file that can't be opened.
const restoreAdvice = "put back a copy of it from a backup, with its -wal file if there is one; `sqlite3 FILE .recover` reads what can still be read"

const (
	sqliteMagic  = "SQLite format 3\x00"
	sqliteHeader = 100 // bytes
)

// IsNew reports whether the SQLite file at path is missing or empty.
func IsNew(path string) bool {
	info, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().IsRegular() && info.Size() == 0
}

// inspect rejects a file that is not a whole SQLite database, before SQLite opens it.
func inspect(path string) error {
	if IsNew(path) {
		return nil
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if info.IsDir() {
		return fmt.Errorf("%s is a folder", path)
	}
	header := make([]byte, sqliteHeader)
	if n, err := io.ReadFull(file, header); err != nil || !bytes.HasPrefix(header, []byte(sqliteMagic)) {
		return fmt.Errorf("%s is no SQLite database, or its beginning was overwritten (%d bytes read): %s", path, n, restoreAdvice)
	}
	if want := statedSize(header); want > info.Size() && isEmpty(path+"-wal") {
		return fmt.Errorf("%s was cut off: it has %d bytes and should have %d: %s", path, info.Size(), want, restoreAdvice)
	}
	return nil
}

// statedSize returns the length in the header; 0 if it does not apply. With a WAL the end may be
// missing.
func statedSize(header []byte) int64 {
	if !bytes.Equal(header[24:28], header[92:96]) {
		return 0
	}
	page := int64(binary.BigEndian.Uint16(header[16:18]))
	if page == 1 {
		page = 65536
	}
	return page * int64(binary.BigEndian.Uint32(header[28:32]))
}

func isEmpty(path string) bool {
	info, err := os.Stat(path)
	return err != nil || info.Size() == 0
}

// foreign rejects another program's database before migrations change it.
func (db *DB) foreign(ctx context.Context) error {
	var tables, ours int
	err := db.write.QueryRowContext(ctx, `SELECT COUNT(*), COUNT(CASE WHEN name = 'goose_db_version' THEN 1 END)
		FROM sqlite_master WHERE type = 'table'`).Scan(&tables, &ours)
	if err == nil && tables > 0 && ours == 0 {
		return errors.New("the file is the database of another program: set ENGRAM_DATA_DIR to a folder of Engram's own")
	}
	return err
}

// IsDamaged reports whether the error means a corrupt database.
func IsDamaged(err error) bool {
	switch code := errorCode(err); code {
	case "XX001", "XX002", "sqlite 26":
		return true
	default:
		return isSQLiteCode(err, 11)
	}
}
