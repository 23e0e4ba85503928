package zipfile

import (
	"archive/zip"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
)

// Pack writes the plain files of a folder as a ZIP file. It follows no links, and skips what is
// hidden.
func Pack(dir string, out io.Writer) (err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }() // it was only read
	files := zip.NewWriter(out)
	err = fs.WalkDir(root.FS(), ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != "." && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case !entry.Type().IsRegular():
			return nil
		}
		return pack(root, path, files)
	})
	return errors.Join(err, files.Close())
}

func pack(root *os.Root, path string, files *zip.Writer) error {
	file, err := root.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	header, err := zip.FileInfoHeader(info)
	if err != nil {
		return err
	}
	header.Name, header.Method = path, zip.Deflate
	entry, err := files.CreateHeader(header)
	if err == nil {
		_, err = io.Copy(entry, file)
	}
	return err
}
