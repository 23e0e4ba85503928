//go:build race

package pdfium

func init() { ChildMemory <<= 4 }
