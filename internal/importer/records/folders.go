package records

import (
	"engram/internal/importer"
	"engram/internal/plaintext"
)

const (
	maxFolders = 100_000
	maxDepth   = 20
	maxID      = 100 // bytes

	msgDeep = "Folders within more than 20 others, or within themselves."
)

// folders are collections, by their ids.
type folders map[string]folder

type folder struct{ name, parent string }

func (f folders) add(id, name, parent text) {
	if id != "" && len(f) < maxFolders && len(id) <= maxID && len(parent) <= maxID {
		f[string(id)] = folder{name: short(name), parent: string(parent)}
	}
}

// short returns no more of a name than a little over what a tag can have.
func short(name text) string { return plaintext.Beginning(string(name), 100) }

// path returns the names of a folder and those around it, the outermost first.
func (f folders) path(id string, item *importer.Item) (names []string) {
	for depth := 0; id != ""; depth++ {
		at, has := f[id]
		if !has {
			break
		}
		if depth == maxDepth {
			item.Lose("folders", 1, msgDeep)
			break
		}
		names = append([]string{at.name}, names...)
		id = at.parent
	}
	return names
}
