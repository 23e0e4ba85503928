// Command thirdparty lists the software, weights and fonts that come with Engram, with their licences: as THIRD_PARTY.md, and as an
// SBOM in CycloneDX's JSON for a release. It runs in the root of the repository, where `npm ci` has run.
package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
)

// list is the generated file of licences.
const list = "THIRD_PARTY.md"

// component is something of others that a binary of Engram holds.
type component struct {
	Name    string
	Version string // empty: it goes with the component that carries it, or with the compiler
	Licence string // SPDX expression
	URL     string // its package URL; empty where no registry has it
	Texts   []string
}

func main() {
	check := flag.Bool("check", false, "tell whether "+list+" is as it would be made, and change nothing")
	sbom := flag.String("sbom", "", "the `file` to write an SBOM to, in place of "+list)
	version := flag.String("version", "", "of Engram, for the SBOM")
	flag.Parse()
	if err := run(*check, *sbom, *version); err != nil {
		fmt.Fprintln(os.Stderr, "thirdparty:", err)
		os.Exit(1)
	}
}

func run(check bool, sbom, version string) error {
	found, err := components()
	if err != nil {
		return err
	}
	if sbom != "" {
		return writeSBOM(sbom, version, found)
	}
	want := markdown(found)
	if !check {
		return os.WriteFile(list, want, 0o644)
	}
	got, err := os.ReadFile(list)
	if err == nil && !bytes.Equal(got, want) {
		err = errors.New(list + " is not what is linked and bundled: make generate")
	}
	return err
}

// components returns everything in the order of its name. What has no licence, or one that does not go with ours, is an error.
func components() ([]component, error) {
	apache, err := os.ReadFile("LICENSE")
	if err != nil {
		return nil, err
	}
	modules, err := goModules()
	if err != nil {
		return nil, err
	}
	packages, err := npmPackages()
	if err != nil {
		return nil, err
	}
	found := slices.Concat(carried(string(apache)), modules, packages)
	slices.SortFunc(found, func(a, b component) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Version, b.Version))
	})
	for _, c := range found {
		err = errors.Join(err, c.fits())
	}
	return found, err
}

// fits returns an error for a component that can't come with a binary under the Apache License.
func (c component) fits() error {
	if len(c.Texts) == 0 {
		return fmt.Errorf("%s %s has no text of its licence", c.Name, c.Version)
	}
	if !allowed(c.Licence) {
		return fmt.Errorf("%s %s stands under %q, which nobody has looked at", c.Name, c.Version, c.Licence)
	}
	return nil
}
