package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"
)

func TestWhatShares(t *testing.T) {
	const source = `package p
func TestStarts(t *testing.T)     { go func() {}() }
func TestWaits(t *testing.T)      { waitFor(t) }
func TestCallsHelper(t *testing.T) { for range 2 { helper() } }
func TestNamesHelper(t *testing.T) { table{"a": suite} }
func TestSuite(t *testing.T)      { blobtest.Run(t, nil) }
func TestParallel(t *testing.T)   { each(t) }
func TestAlone(t *testing.T)      { of(1) }
func TestMain(m *testing.M)       { helper() }
func helper()                     { var all sync.WaitGroup }
func suite()                      { helper() }
func each(t *testing.T)           { t.Parallel() }
func of(n int)                    {}
`
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	got := sharing([]*ast.File{file})
	slices.Sort(got)
	if want := []string{"TestCallsHelper", "TestNamesHelper", "TestStarts", "TestSuite", "TestWaits"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
