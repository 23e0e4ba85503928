package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	classifier "github.com/google/licenseclassifier/v2"
	"github.com/google/licenseclassifier/v2/assets"
)

// looked are the licences that go with the Apache License, in binaries and as we use what stands under them.
var looked = []string{
	"0BSD", "AGG-2.3", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "FTL", "HPND", "ICU", "IJG", "ISC", "LLVM-exception",
	"MIT", "MIT-0", "MPL-2.0", "OFL-1.1", "Unicode-3.0", "Unlicense", "Zlib", "blessing", "libpng-2.0", "libtiff",
}

func allowed(expression string) bool {
	words := regexp.MustCompile(`[^\w.+-]+`).Split(strings.Trim(expression, "() "), -1)
	words = slices.DeleteFunc(words, func(w string) bool { return w == "AND" || w == "OR" || w == "WITH" })
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(looked, w) })
}

// licenceFile matches the names of files that hold licences and what is to be said with them.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|unlicense)([-._][\w.-]*)?$`)

// textsIn returns the licence files of a folder.
func textsIn(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	var texts []string
	for _, e := range entries {
		if e.IsDir() || !licenceFile.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		texts = append(texts, string(text))
	}
	return texts, err
}

var known = sync.OnceValue(func() *classifier.Classifier {
	c, err := assets.DefaultClassifier()
	if err != nil {
		panic(err) // it is part of the library
	}
	return c
})

// identify returns the SPDX expression of all licences that the texts hold; empty where none is known.
func identify(texts []string) string {
	var names []string
	for _, text := range texts {
		for _, m := range known().Match([]byte(text)).Matches {
			if m.MatchType == "License" && !slices.Contains(names, m.Name) {
				names = append(names, m.Name)
			}
		}
		if strings.HasPrefix(text, "MIT No Attribution\n") && !slices.Contains(names, "MIT-0") { // which the library does not know
			names = append(names, "MIT-0")
		}
	}
	slices.Sort(names)
	return strings.Join(names, " AND ")
}
