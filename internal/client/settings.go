package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Settings name a server and the token for it, as `engram login` keeps them.
type Settings struct {
	URL   string `json:"url"`
	Token string `json:"token"`
}

// path returns the file of the settings.
func path() (string, error) {
	dir, err := os.UserConfigDir()
	return filepath.Join(dir, "engram", "client.json"), err
}

// Load returns the kept settings; none if there is no file. A file that others may read is refused.
func Load() (s Settings, err error) {
	file, err := path()
	if err != nil {
		return s, nil // a home is not needed where the environment says all
	}
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	if info.Mode().Perm()&0o077 != 0 {
		return s, fmt.Errorf("others may read %s, which has your token: chmod 600 it, and revoke the token if they did", file)
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(raw, &s); err != nil {
		return s, fmt.Errorf("%s can't be read; engram login writes it anew", file)
	}
	return s, nil
}

// Keep writes the settings where their user alone may read them, and returns the file.
func Keep(s Settings) (file string, err error) {
	if file, err = path(); err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return "", err
	}
	raw, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return "", err
	}
	// A new file: one that is there may have other rights.
	fresh, err := os.CreateTemp(filepath.Dir(file), "client-*")
	if err != nil {
		return "", err
	}
	_, err = fresh.Write(append(raw, '\n'))
	if err = errors.Join(err, fresh.Chmod(0o600), fresh.Close()); err == nil {
		err = os.Rename(fresh.Name(), file)
	}
	if err != nil {
		_ = os.Remove(fresh.Name())
	}
	return file, err
}
