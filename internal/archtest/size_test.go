package archtest

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What one package and one function may hold, tests aside.
const (
	maxPackageLines  = 2_500
	maxPackageFiles  = 25
	maxExported      = 60
	maxFunctionLines = 65
)

type size struct{ lines, files, exported int }

// TestSizes holds packages and functions to what a person reads at a sitting.
func TestSizes(t *testing.T) {
	sizes := map[string]size{}
	positions := token.NewFileSet()
	for _, root := range []string{"../../cmd", "../../internal", "../../tools"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			file, err := parser.ParseFile(positions, path, text, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			folder := filepath.Dir(path)
			s := sizes[folder]
			sizes[folder] = size{s.lines + bytes.Count(text, []byte("\n")), s.files + 1, s.exported + exported(file)}
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok {
					continue
				}
				if n := positions.Position(f.End()).Line - positions.Position(f.Pos()).Line + 1; n > maxFunctionLines {
					t.Errorf("%s: %s has %d lines, %d at most", path, f.Name, n, maxFunctionLines)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for folder, s := range sizes {
		if s.lines > maxPackageLines || s.files > maxPackageFiles || s.exported > maxExported {
			t.Errorf("%s has %d lines in %d files with %d exported names, at most %d, %d and %d", folder, s.lines, s.files, s.exported,
				maxPackageLines, maxPackageFiles, maxExported)
		}
	}
	if len(sizes) < 50 {
		t.Errorf("only %d packages were found", len(sizes))
	}
}

// exported counts the exported names of a file, methods and fields aside.
func exported(file *ast.File) (n int) {
	var names []*ast.Ident
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names = append(names, d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names = append(names, spec.Name)
				case *ast.ValueSpec:
					names = slices.Concat(names, spec.Names)
				}
			}
		}
	}
	for _, name := range names {
		if name.IsExported() {
			n++
		}
	}
	return n
}
