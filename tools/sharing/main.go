// Command sharing prints three lines: the packages that have a test in which goroutines share, a pattern of these tests for go test -run,
// and one for -skip, which leaves of them the parts named Postgres.
//
// A test that is itself named for Postgres does not count: what it runs shares on SQLite as well. Any other shares where it, or a function of its package's tests that it names, starts goroutines, uses sync, atomic, channels or a bubble
// of synctest; and where it runs in parallel, calls a conformance suite, or waits for what is done behind its back.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// shared are the packages whose use tells of sharing, behind the name of a helper as well.
var shared = []string{"sync", "atomic", "synctest"}

// direct are the calls that tell of it where they stand, and not of those who call what calls them.
var direct = []string{"Parallel", "waitFor", "wantEmbedded", "wantReading", "Settle"}

func main() {
	files, err := testFiles("cmd", "internal", "tools")
	if err != nil {
		fmt.Fprintln(os.Stderr, "sharing:", err)
		os.Exit(1)
	}
	packages, tests, twice := chosen(files)
	fmt.Println(strings.Join(packages, " "))
	fmt.Println(pattern(tests))
	fmt.Println(butPostgres(tests, twice))
}

func pattern(tests []string) string { return "^(" + strings.Join(tests, "|") + ")$" }

// butPostgres matches all tests, but of those in twice the parts alone that are not named Postgres.
func butPostgres(tests, twice []string) string {
	once := slices.DeleteFunc(slices.Clone(tests), func(name string) bool { return slices.Contains(twice, name) })
	return pattern(once) + "|" + pattern(twice) + "/^([^P]|P[^o])"
}

// chosen returns the names of all tests that share, and every package with a test of such a name,
// so that skipping these names elsewhere leaves out none. Those in twice have a part for Postgres.
func chosen(files map[string][]*ast.File) (packages, tests, twice []string) {
	for _, sources := range files {
		share, parted := sharing(sources)
		tests, twice = append(tests, share...), append(twice, parted...)
	}
	slices.Sort(tests)
	slices.Sort(twice)
	tests, twice = slices.Compact(tests), slices.Compact(twice)
	for folder, sources := range files {
		if slices.ContainsFunc(sources, func(f *ast.File) bool { return declares(f, tests) }) {
			packages = append(packages, "./"+folder)
		}
	}
	slices.Sort(packages)
	return packages, tests, twice
}

// declares reports whether a file has one of these functions.
func declares(file *ast.File, names []string) bool {
	return slices.ContainsFunc(file.Decls, func(d ast.Decl) bool {
		f, ok := d.(*ast.FuncDecl)
		return ok && f.Recv == nil && slices.Contains(names, f.Name.Name)
	})
}

// testFiles parses the tests below some folders, by folder.
func testFiles(roots ...string) (map[string][]*ast.File, error) {
	files := map[string][]*ast.File{}
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			folder := filepath.Dir(path)
			files[folder] = append(files[folder], file)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// sharing returns the names of a package's tests that share, and which of them have a part for Postgres.
func sharing(files []*ast.File) (tests, twice []string) {
	all := map[string]*look{}
	for _, file := range files {
		for name, body := range declarations(file) {
			if all[name] == nil {
				all[name] = &look{}
			}
			ast.Walk(all[name], body)
			if _, ok := body.(*ast.ValueSpec); ok {
				all[name] = &look{parted: all[name].parted} // a variable does nothing by itself
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, l := range all {
			for _, name := range l.names {
				if named := all[name]; named != nil && name != "TestMain" {
					changed = l.take(*named) || changed
				}
			}
		}
	}
	for name, l := range all {
		if !strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "TestPostgres") || name == "TestMain" || !l.shares && !l.alone {
			continue
		}
		tests = append(tests, name)
		if l.parted {
			twice = append(twice, name)
		}
	}
	return tests, twice
}

// declarations yields the functions and variables of a file, by name.
func declarations(file *ast.File) iter.Seq2[string, ast.Node] {
	return func(yield func(string, ast.Node) bool) {
		for _, declared := range file.Decls {
			switch d := declared.(type) {
			case *ast.FuncDecl:
				if d.Body != nil && !yield(d.Name.Name, d.Body) {
					return
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if v, ok := spec.(*ast.ValueSpec); ok && !yield(v.Names[0].Name, v) {
						return
					}
				}
			}
		}
	}
}

// look collects what a function names, whether it shares, with what it calls or alone, and whether it has a part for Postgres.
type look struct {
	names                 []string
	shares, alone, parted bool
}

// take adds what a function has from one that it names, and reports whether that is new.
func (l *look) take(named look) bool {
	before := *l
	l.shares, l.parted = l.shares || named.shares, l.parted || named.parted
	return l.shares != before.shares || l.parted != before.parted
}

// Visit implements ast.Visitor.
func (l *look) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.GoStmt, *ast.ChanType:
		l.shares = true
	case *ast.SelectorExpr:
		if of, ok := n.X.(*ast.Ident); ok {
			l.shares = l.shares || slices.Contains(shared, of.Name) || n.Sel.Name == "Go"
			l.alone = l.alone || strings.HasSuffix(of.Name, "test") && n.Sel.Name == "Run"
		}
	case *ast.BasicLit:
		l.parted = l.parted || n.Value == `"Postgres"`
	case *ast.Ident:
		l.names = append(l.names, n.Name)
		l.alone = l.alone || slices.Contains(direct, n.Name)
	}
	return l
}
