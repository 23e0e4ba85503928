package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// systems are those that releases are built for: each links other modules.
var systems = []string{"linux", "darwin"}

// goModules returns the modules that the binary links on any system.
func goModules() ([]component, error) {
	var found []component
	seen := map[string]bool{}
	for _, system := range systems {
		out, err := goList(system)
		if err != nil {
			return nil, err
		}
		for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
			var p struct {
				Module *struct {
					Path, Version, Dir string
					Replace            *struct{ Version string }
				}
			}
			if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, err
			}
			m := p.Module
			if m == nil || m.Version == "" || m.Replace != nil && m.Replace.Version == "" || seen[m.Path] { // ours, some of them in a library's stead
				continue
			}
			seen[m.Path] = true
			texts, err := textsIn(m.Dir)
			if err != nil {
				return nil, err
			}
			found = append(found, component{m.Path, m.Version, identify(texts), "pkg:golang/" + m.Path + "@" + m.Version, texts})
		}
	}
	return found, nil
}

func goList(system string) ([]byte, error) {
	command := exec.Command("go", "list", "-deps", "-json=Module", "./cmd/engram")
	command.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list for %s: %w", system, err)
	}
	return out, nil
}

// npmPackages returns what the web app is built from.
func npmPackages() ([]component, error) {
	const folder = "node_modules/"
	var lock struct {
		Packages map[string]struct {
			Version, License           string
			Dev, DevOptional, Optional bool
		}
	}
	text, err := os.ReadFile("web/package-lock.json")
	if err == nil {
		err = json.Unmarshal(text, &lock)
	}
	found := map[string]component{}
	for path, p := range lock.Packages {
		if path == "" || p.Dev || p.DevOptional || p.Optional || strings.HasPrefix(path, folder+"@types/") {
			continue
		}
		texts, failed := textsIn(filepath.Join("web", path))
		if err = errors.Join(err, failed); err != nil {
			return nil, err
		}
		name := path[strings.LastIndex(path, folder)+len(folder):]
		url := "pkg:npm/" + strings.Replace(name, "@", "%40", 1) + "@" + p.Version
		found[url] = component{name, p.Version, p.License, url, texts}
	}
	return slices.Collect(maps.Values(found)), err
}
