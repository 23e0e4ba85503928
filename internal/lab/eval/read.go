package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Sets are measured together, every question counting the same.
type Sets struct {
	Name string // of the folder
	Sets []Set  // one a person
}

// ReadAll reads the sets of several folders before anything is measured, so that bad input is reported at once.
func ReadAll(dirs []string) ([]Sets, error) {
	var all []Sets
	for _, dir := range dirs {
		sets, err := ReadSets(dir)
		if err != nil {
			return nil, err
		}
		all = append(all, sets)
	}
	return all, nil
}

// ReadSets reads the set in a folder or, when the folder holds none itself, those in its subfolders.
func ReadSets(dir string) (Sets, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return Sets{}, err
	}
	sets := Sets{Name: filepath.Base(abs)}
	folders, err := foldersOf(dir)
	for _, folder := range folders {
		set, err := Read(folder)
		if err != nil {
			return Sets{}, err
		}
		if set.Name != sets.Name {
			set.Name = sets.Name + "/" + set.Name
		}
		sets.Sets = append(sets.Sets, set)
	}
	return sets, err
}

// foldersOf returns the folders of sets: dir itself or its subfolders.
func foldersOf(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var below []string
	for _, e := range entries {
		if e.Name() == corpusFile {
			return []string{dir}, nil
		}
		if e.IsDir() {
			below = append(below, filepath.Join(dir, e.Name()))
		}
	}
	if len(below) == 0 {
		return nil, fmt.Errorf("%s holds no %s", dir, corpusFile)
	}
	return below, nil
}

const (
	corpusFile  = "corpus.jsonl"
	queriesFile = "queries.jsonl"
)

// Read reads one set: corpus.jsonl, queries.jsonl and qrels.tsv, or qrels/test.tsv as BEIR has it. An error names the
// file and, of what stands in it, the line.
func Read(dir string) (Set, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return Set{}, err
	}
	var files [3]file
	for i, names := range [][]string{{corpusFile}, {queriesFile}, {"qrels.tsv", filepath.Join("qrels", "test.tsv")}} {
		if files[i], err = readFirst(dir, names); err != nil {
			return Set{}, err
		}
	}
	return parse(filepath.Base(abs), files[0], files[1], files[2])
}

// file is the content of a file, with its name.
type file struct {
	name    string
	content []byte
}

func (f file) errorf(line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", f.name, line, fmt.Errorf(format, args...))
}

// readFirst reads the first of the named files that is there.
func readFirst(dir string, names []string) (file, error) {
	for _, name := range names {
		path := filepath.Join(dir, name)
		content, err := os.ReadFile(path)
		if !errors.Is(err, fs.ErrNotExist) {
			return file{path, content}, err
		}
	}
	return file{}, fmt.Errorf("%s holds no %s", dir, strings.Join(names, " and no "))
}

func parse(name string, corpus, queries, qrels file) (Set, error) {
	docs, docIDs, err := parseLines(corpus, func(d Doc) string { return d.ID })
	if err != nil {
		return Set{}, err
	}
	asked, queryIDs, err := parseLines(queries, func(q Query) string { return q.ID })
	if err != nil {
		return Set{}, err
	}
	relevant, err := parseGrades(qrels, queryIDs, docIDs)
	return Set{Name: name, Docs: docs, Queries: asked, Relevant: relevant}, err
}

// parseLines reads one JSON object a line, each with an id of its own. Blank lines are passed over.
func parseLines[T any](f file, idOf func(T) string) (all []T, ids map[string]bool, err error) {
	ids = make(map[string]bool)
	n := 0
	for line := range bytes.Lines(f.content) {
		n++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var v T
		if err := json.Unmarshal(line, &v); err != nil {
			return nil, nil, f.errorf(n, "%w", err)
		}
		id := idOf(v)
		if id == "" || ids[id] {
			return nil, nil, f.errorf(n, "_id is %q: every line needs one of its own", id)
		}
		ids[id] = true
		all = append(all, v)
	}
	if len(all) == 0 {
		return nil, nil, fmt.Errorf("%s is empty", f.name)
	}
	return all, ids, nil
}

// parseGrades reads lines of query, document and grade with tabs between. The first may be a heading.
func parseGrades(f file, queries, docs map[string]bool) (map[string]map[string]float64, error) {
	all := make(map[string]map[string]float64)
	n := 0
	for line := range strings.Lines(string(f.content)) {
		n++
		if strings.TrimSpace(line) == "" {
			continue
		}
		query, doc, grade, err := parseGrade(line)
		switch {
		case err != nil && n == 1:
			continue // the heading
		case err != nil:
			return nil, f.errorf(n, "%w", err)
		case !queries[query]:
			return nil, f.errorf(n, "no query has the _id %q", query)
		case !docs[doc]:
			return nil, f.errorf(n, "no document has the _id %q", doc)
		case grade <= 0:
			continue // judged, and found irrelevant
		}
		if all[query] == nil {
			all[query] = make(map[string]float64)
		}
		all[query][doc] = grade
	}
	return all, nil
}

func parseGrade(line string) (query, doc string, grade float64, err error) {
	parts := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
	if len(parts) != 3 {
		return "", "", 0, errors.New("a line is query, document and grade with tabs between")
	}
	grade, err = strconv.ParseFloat(strings.TrimSpace(parts[2]), 64)
	if err != nil || math.IsNaN(grade) || math.IsInf(grade, 0) {
		return "", "", 0, fmt.Errorf("the grade %q is no number", parts[2])
	}
	return parts[0], parts[1], grade, nil
}
