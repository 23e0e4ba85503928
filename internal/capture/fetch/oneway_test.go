package fetch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// ways out that bypass the guard, by the path of the package that offers them.
var otherWays = map[string][]string{
	"net/http":                            {"Get", "Head", "Post", "PostForm", "DefaultClient", "DefaultTransport"},
	"github.com/go-shiori/go-readability": {"FromURL"},
}

// allowed are the folders whose clients are their own: this one, and those that call an address
// which the operator has set, who calls from a terminal has set, or the program's own.
var allowed = []string{"capture/fetch", "endpoint", "billing/stripe", "lab/bench", "doctor", "blob/s3", "client"}

func TestOnlyAllowedPackagesUseTheNetwork(t *testing.T) {
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && isAllowed(root, path), d.IsDir() && d.Name() == "testdata":
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil // does not build; another test's concern
		}
		for _, use := range waysOut(f) {
			t.Errorf("%s uses %s: strangers' addresses are reached through fetch.Client alone", path, use)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func isAllowed(root, folder string) bool {
	name, err := filepath.Rel(root, folder)
	return err == nil && slices.Contains(allowed, filepath.ToSlash(name))
}

func TestNetworkUseIsFound(t *testing.T) {
	const source = `package p
import web "net/http"
var a = web.DefaultClient
var b = &web.Client{}
var c = new(web.Client)
var d web.Client
func f(c *web.Client) { web.Get(""); web.NewRequest("GET", "", nil) }`
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := waysOut(f); len(got) != 5 {
		t.Errorf("found %q, want five ways out", got)
	}
}

// waysOut lists what f uses of otherWays, and where it makes an http.Client. A pointer to an
// existing client is fine.
func waysOut(f *ast.File) (found []string) {
	names := map[string][]string{}
	web := ""
	for _, spec := range f.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		name := strings.TrimPrefix(filepath.Base(path), "go-")
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names[name] = otherWays[path]
		if path == "net/http" {
			web = name
		}
	}
	borrowed := map[ast.Expr]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if star, ok := n.(*ast.StarExpr); ok {
			borrowed[star.X] = true
		}
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		pkg, ok := sel.X.(*ast.Ident)
		if !ok {
			return true
		}
		if pkg.Name == web && sel.Sel.Name == "Client" && !borrowed[sel] {
			found = append(found, "a http.Client of its own")
		}
		for _, way := range names[pkg.Name] {
			if sel.Sel.Name == way {
				found = append(found, pkg.Name+"."+way)
			}
		}
		return true
	})
	return found
}
