// Package archtest holds the laws that own no package: who may import whom.
package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "engram/internal/"

// domain packages say what Engram is. They know the leaves, the port to files, and what is listed here.
var domain = map[string][]string{
	"account": {},
	"quota":   {},
	"memory":  {},
	"upload":  {"quota"},
	"capture": {"memory", "job", "recall", "recall/text", "embed"},
	"answer":  {"recall", "recall/text"},
}

// leaves import nothing of Engram's.
var leaves = []string{"fault", "plan", "blob"}

// adapters reach the world behind a domain's port. None knows another.
var adapters = []string{"store", "store/migration", "store/storetest", "job", "blob/disk", "blob/blobtest", "capture/fetch", "capture/extract", "answer/extractive"}

func TestImportLaw(t *testing.T) {
	packages := load(t)
	for name, imports := range packages {
		for _, imported := range imports {
			if !allowed(name, imported) {
				t.Errorf("%s must not import %s", name, imported)
			}
		}
	}
	for _, name := range slices.Concat(leaves, adapters) {
		if _, ok := packages[name]; !ok {
			t.Errorf("the law names %s, which does not exist", name)
		}
	}
}

func allowed(name, imported string) bool {
	_, importsDomain := domain[imported]
	sideways, isDomain := domain[name]
	switch {
	case name == "app", name == "archtest":
		return true
	case slices.Contains(leaves, name):
		return false
	case inside(name, "recall"):
		return imported == "fault" || inside(imported, "recall")
	case isDomain:
		return slices.Contains(leaves, imported) || slices.Contains(sideways, imported)
	case slices.Contains(adapters, name):
		// Its own parts, the domains and the leaves.
		return slices.Contains(leaves, imported) || importsDomain || inside(imported, "recall") || family(name) == family(imported) && family(name) != "capture"
	case name == "httpapi":
		return slices.Contains(leaves, imported) || importsDomain || imported == "recall"
	case name == "config":
		return imported == "plan"
	case name == "webui":
		return false
	}
	return false
}

// inside reports whether name is the package parent or one below it.
func inside(name, parent string) bool { return name == parent || strings.HasPrefix(name, parent+"/") }

func family(name string) string {
	first, _, _ := strings.Cut(name, "/")
	return first
}

// load lists every package of ours with the packages of ours that it imports, tests left out.
func load(t *testing.T) map[string][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string][]string{}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		var ours []string
		for _, imported := range p.Imports {
			if name, ok := strings.CutPrefix(imported, module); ok {
				ours = append(ours, name)
			}
		}
		packages[strings.TrimPrefix(p.ImportPath, module)] = ours
	}
}
