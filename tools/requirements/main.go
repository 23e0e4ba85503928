// Command requirements prints which numbered requirements no test names.
//
// A test names a requirement at the start of its title, such as "HOME-07 delete shows on hover and focus"; a title may name
// several. The list is ../shared/product/requirements.md, or the file that is given: each line that begins with a number is
// one. Numbers of the area U are decisions and are left out.
package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const defaultList = "../shared/product/requirements.md"

var (
	requirement = regexp.MustCompile(`(?m)^([A-Z]+-\d{2}) (.*)$`)
	title       = regexp.MustCompile("[\"'`]([A-Z]+-\\d{2}[^\"'`\\n]*)")
	number      = regexp.MustCompile(`\b[A-Z]+-\d{2}\b`)
)

func main() {
	list := defaultList
	if len(os.Args) > 1 {
		list = os.Args[1]
	}
	text, err := os.ReadFile(list)
	if os.IsNotExist(err) {
		fmt.Println("requirements: skipped, there is no", list)
		return
	}
	exitOn(err)
	named, err := namedIn(".")
	exitOn(err)
	report(string(text), named)
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "requirements:", err)
		os.Exit(1)
	}
}

// namedIn collects the numbers in the titles of every test below root.
func namedIn(root string) (map[string]bool, error) {
	named := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && slices.Contains([]string{"node_modules", ".git", ".tools", "dist"}, entry.Name()) {
			return filepath.SkipDir
		}
		if entry.IsDir() || !isTest(path) {
			return nil
		}
		source, err := os.ReadFile(path)
		for _, match := range title.FindAllStringSubmatch(string(source), -1) {
			for _, n := range number.FindAllString(match[1], -1) {
				named[n] = true
			}
		}
		return err
	})
	return named, err
}

// isTest knows a test by its file's name, or by the name of the suite that it stands in: storetest, blobtest.
func isTest(path string) bool {
	return strings.HasSuffix(path, "_test.go") || strings.HasSuffix(filepath.Dir(path), "test") && strings.HasSuffix(path, ".go") ||
		strings.Contains(path, ".test.ts") || strings.Contains(path, ".spec.ts")
}

func report(list string, named map[string]bool) {
	total, missing := 0, 0
	for _, line := range requirement.FindAllStringSubmatch(list, -1) {
		if strings.HasPrefix(line[1], "U-") {
			continue
		}
		total++
		if !named[line[1]] {
			missing++
			fmt.Println("no test names", line[1], line[2])
		}
	}
	fmt.Printf("requirements: %d of %d are named by a test\n", total-missing, total)
}
