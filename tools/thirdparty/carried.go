package main

import (
	"embed"
	"path"
)

// texts are the licences of what no package names: the parts of PDFium and Tesseract, which come as files of WebAssembly, and Go's own.
//
//go:embed carried
var texts embed.FS

// carried returns what comes with the binary and stands in no list of packages. apache is the text of the Apache License, under
// which some of it stands as Engram does.
func carried(apache string) []component {
	found := []component{
		{Name: "all-MiniLM-L6-v2 (weights of the sentence encoder, trained further and brought to int8)", Licence: "Apache-2.0", Texts: []string{apache}},
		{Name: "Go (standard library and runtime)", Licence: "BSD-3-Clause", Texts: read("carried/go/LICENSE.txt")},
		{Name: "Tesseract and its model of English (as WebAssembly, built by gogosseract)", Licence: "Apache-2.0", Texts: []string{apache}},
		{Name: "Tesseract: tesseract-wasm", Licence: "BSD-2-Clause", Texts: read("carried/tesseract/tesseract-wasm.txt")},
		{Name: "Tesseract: Leptonica", Licence: "BSD-2-Clause", Texts: read("carried/tesseract/leptonica.txt")},
		{Name: "PDFium (as WebAssembly)", Licence: "BSD-3-Clause AND Apache-2.0", Texts: append(read("carried/pdfium/pdfium.txt"), apache)},
		{Name: "PDFium: Abseil", Licence: "Apache-2.0", Texts: []string{apache}},
	}
	for _, part := range []struct{ name, file, licence string }{
		{"Anti-Grain Geometry 2.3", "agg23", "AGG-2.3"},
		{"Dragonbox", "dragonbox-Boost", "BSL-1.0"},
		{"fast_float", "fast_float", "MIT"},
		{"FreeType", "freetype", "FTL"},
		{"HarfBuzz", "harfbuzz", "HPND"},
		{"ICU", "icu", "Unicode-3.0"},
		{"Little CMS", "lcms", "MIT"},
		{"libjpeg-turbo", "libjpeg_turbo", "IJG AND BSD-3-Clause AND Zlib"},
		{"OpenJPEG", "libopenjpeg", "BSD-2-Clause"},
		{"libpng", "libpng", "libpng-2.0"},
		{"LibTIFF", "libtiff", "libtiff"},
		{"musl", "musl", "MIT"},
		{"simdutf", "simdutf", "MIT"},
		{"zlib", "zlib", "Zlib"},
	} {
		found = append(found, component{Name: "PDFium: " + part.name, Licence: part.licence, Texts: read(path.Join("carried/pdfium", part.file+".txt"))})
	}
	return found
}

func read(name string) []string {
	text, err := texts.ReadFile(name)
	if err != nil {
		panic(err) // it is in the repository
	}
	return []string{string(text)}
}
