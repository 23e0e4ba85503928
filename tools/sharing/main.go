// Command sharing prints a pattern, for go test -run and -skip, of the tests in which goroutines share, and before it the packages that
// have a test of such a name.
//
// A test shares where it, or a function of its package's tests that it names, starts goroutines, uses sync, atomic, channels or a bubble
// of synctest; and where it runs in parallel, calls a conformance suite, or waits for what is done behind its back.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
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
	packages, tests := chosen(files)
	fmt.Println(strings.Join(packages, " "))
	fmt.Printf("^(%s)$\n", strings.Join(tests, "|"))
}

// chosen returns the names of all tests that share, and every package with a test of such a name,
// so that skipping these names elsewhere leaves out none.
func chosen(files map[string][]*ast.File) (packages, tests []string) {
	for _, sources := range files {
		tests = append(tests, sharing(sources)...)
	}
	slices.Sort(tests)
	tests = slices.Compact(tests)
	for folder, sources := range files {
		if slices.ContainsFunc(sources, func(f *ast.File) bool { return declares(f, tests) }) {
			packages = append(packages, "./"+folder)
		}
	}
	slices.Sort(packages)
	return packages, tests
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

// sharing returns the names of a package's tests that share.
func sharing(files []*ast.File) (tests []string) {
	names := map[string][]string{} // what each function names
	shares, alone := map[string]bool{}, map[string]bool{}
	for _, file := range files {
		for _, declared := range file.Decls {
			f, ok := declared.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			look := &look{}
			ast.Walk(look, f.Body)
			name := f.Name.Name
			names[name] = append(names[name], look.names...)
			shares[name] = shares[name] || look.shares
			alone[name] = alone[name] || look.alone
		}
	}
	for changed := true; changed; {
		changed = false
		for name, named := range names {
			if !shares[name] && slices.ContainsFunc(named, func(n string) bool { return shares[n] && n != "TestMain" }) {
				shares[name], changed = true, true
			}
		}
	}
	for name := range names {
		if strings.HasPrefix(name, "Test") && name != "TestMain" && (shares[name] || alone[name]) {
			tests = append(tests, name)
		}
	}
	return tests
}

// look collects what a function names, and whether it shares: with what it calls, or alone.
type look struct {
	names         []string
	shares, alone bool
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
	case *ast.Ident:
		l.names = append(l.names, n.Name)
		l.alone = l.alone || slices.Contains(direct, n.Name)
	}
	return l
}
