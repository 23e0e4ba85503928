package zipfile

import (
	"archive/zip"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
)

// Pack writes the plain files of a folder as a ZIP file. It returns the number of hidden files, hidden
// folders and links, which it leaves out.
func Pack(dir string, out io.Writer) (left int, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return 0, err
	}
	defer func() { _ = root.Close() }() // it was only read
	files := zip.NewWriter(out)
	err = fs.WalkDir(root.FS(), ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != "." && strings.HasPrefix(entry.Name(), "."):
			left++
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir():
			return nil
		case !entry.Type().IsRegular():
			left++
			return nil
		}
		return pack(root, path, files)
	})
	return left, errors.Join(err, files.Close())
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
