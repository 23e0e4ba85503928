package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"engram/internal/importer"
	"engram/internal/zipfile"
)

// file is a source on the disk.
type file struct {
	*os.File
	size int64
}

func (f file) Size() int64 { return f.size }

// read returns what a file or folder of the corpus was read as: its format, and the numbers of items, notes and
// feeds.
func read(t *testing.T, name string, isFolder bool) string {
	t.Helper()
	var src importer.Source
	if isFolder {
		var packed bytes.Buffer
		if _, err := zipfile.Pack(name, &packed); err != nil {
			t.Fatal(err)
		}
		src = bytes.NewReader(packed.Bytes())
	} else {
		opened, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer opened.Close()
		info, err := opened.Stat()
		if err != nil {
			t.Fatal(err)
		}
		src = file{opened, info.Size()}
	}
	items, notes, feeds := 0, 0, 0
	format, err := Read(t.Context(), src, func(e importer.Entry) error {
		switch {
		case e.Item != nil:
			items++
		case e.Note != nil:
			notes++
		default:
			feeds++
		}
		return nil
	})
	switch {
	case errors.Is(err, importer.ErrUnknown):
		return "unknown"
	case err != nil:
		t.Errorf("%s: %v", name, err)
	}
	return fmt.Sprintf("%s %d/%d/%d", format.Name, items, notes, feeds)
}

// TestCorpus reads files that other programs wrote. Every bookmark, note and file in them is an item, a note or
// a picture of a note.
func TestCorpus(t *testing.T) {
	corpora := os.Getenv("ENGRAM_CORPORA_DIR")
	if corpora == "" {
		corpora = "../../../../shared/corpora"
	}
	if _, err := os.Stat(filepath.Join(corpora, "exports")); err != nil {
		t.Skip("the exports of other programs are not here: set ENGRAM_CORPORA_DIR")
	}
	got := map[string]string{}
	for folder := range folders {
		got[folder] = read(t, filepath.Join(corpora, folder), true)
	}
	for _, root := range []string{"bookmarks", "exports"} {
		err := filepath.WalkDir(filepath.Join(corpora, root), func(path string, d fs.DirEntry, err error) error {
			name, _ := filepath.Rel(corpora, path)
			if d != nil && d.IsDir() && (d.Name() == "expected" || folders[name]) {
				return fs.SkipDir
			}
			if err != nil || d.IsDir() {
				return err
			}
			if base := d.Name(); strings.HasPrefix(base, "README") || strings.HasPrefix(base, "COPYING") || base == "LICENSE" {
				return nil
			}
			got[name] = read(t, path, false)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(corpus, got); diff != "" {
		t.Errorf("the corpus is read as (-want +got):\n%s", diff)
	}
}

// folders are folders of the corpus that are read whole.
var folders = map[string]bool{
	"exports/obsidian-importer/markdown":                                    true,
	"exports/obsidian-importer/html":                                        true,
	"exports/obsidian-importer/keep/notes":                                  true,
	"exports/obsidian-importer/textbundle/Textbundle Example v1.textbundle": true,
	"exports/obsidian-importer/textbundle/Textbundle Example v2.textbundle": true,
}

// corpus has the format of each file with its items, notes and feeds.
var corpus = map[string]string{
	"bookmarks/shaarli-parser/tests/input/chromium_flat.htm":                        "netscape 9/0/0",
	"bookmarks/shaarli-parser/tests/input/chromium_nested.htm":                      "netscape 18/0/0",
	"bookmarks/shaarli-parser/tests/input/delicious.htm":                            "netscape 5/0/0",
	"bookmarks/shaarli-parser/tests/input/delicious_sanitize.htm":                   "netscape 2/0/0",
	"bookmarks/shaarli-parser/tests/input/empty.htm":                                "unknown",
	"bookmarks/shaarli-parser/tests/input/firefox_flat.htm":                         "netscape 21/4/0",
	"bookmarks/shaarli-parser/tests/input/firefox_nested.htm":                       "netscape 21/6/0",
	"bookmarks/shaarli-parser/tests/input/google_bookmarks_nested.htm":              "netscape 6/0/0",
	"bookmarks/shaarli-parser/tests/input/internet_explorer_11_flat.htm":            "netscape 18/0/0",
	"bookmarks/shaarli-parser/tests/input/internet_explorer_11_nested.htm":          "netscape 27/0/0",
	"bookmarks/shaarli-parser/tests/input/netscape_basic.htm":                       "netscape 2/0/0",
	"bookmarks/shaarli-parser/tests/input/netscape_extended.htm":                    "netscape 1/0/0",
	"bookmarks/shaarli-parser/tests/input/netscape_multiline.htm":                   "netscape 3/0/0",
	"bookmarks/shaarli-parser/tests/input/netscape_nested.htm":                      "netscape 8/1/0",
	"bookmarks/shaarli-parser/tests/input/safari_folded.htm":                        "netscape 3/0/0",
	"bookmarks/shaarli-parser/tests/input/scuttle.htm":                              "netscape 4/0/0",
	"bookmarks/shaarli-parser/tests/input/scuttle_new_line.htm":                     "netscape 1/0/0",
	"bookmarks/shaarli-parser/tests/input/shaarli.htm":                              "netscape 6/0/0",
	"bookmarks/shaarli-parser/tests/input/shaarli_legacy.htm":                       "netscape 2/0/0",
	"bookmarks/shaarli-parser/tests/input/shaarli_markdown.htm":                     "netscape 3/0/0",
	"bookmarks/shaarli-parser/tests/input/shaarli_with_tabs_and_spaces.htm":         "netscape 1/0/0",
	"bookmarks/shaarli-parser/tests/input/shaarli_with_whitespace_tags.htm":         "netscape 1/0/0",
	"bookmarks/shaarli/tests/netscape/input/empty.htm":                              "unknown",
	"bookmarks/shaarli/tests/netscape/input/internet_explorer_encoding.htm":         "netscape 1/0/0",
	"bookmarks/shaarli/tests/netscape/input/lowercase_doctype.htm":                  "netscape 2/0/0",
	"bookmarks/shaarli/tests/netscape/input/netscape_basic.htm":                     "netscape 2/0/0",
	"bookmarks/shaarli/tests/netscape/input/netscape_nested.htm":                    "netscape 8/1/0",
	"bookmarks/shaarli/tests/netscape/input/netscape_nodate.htm":                    "netscape 1/0/0",
	"bookmarks/shaarli/tests/netscape/input/no_doctype.htm":                         "netscape 2/0/0",
	"bookmarks/shaarli/tests/netscape/input/same_date.htm":                          "netscape 3/0/0",
	"exports/obsidian-importer/bear/backup-2.bear2bk":                               "folder 5/3/0",
	"exports/obsidian-importer/bear/backup.bear2bk":                                 "folder 4/3/0",
	"exports/obsidian-importer/bear/markdown-samples.bear2bk":                       "folder 5/1/0",
	"exports/obsidian-importer/bear/tags.bear2bk":                                   "folder 2/1/0",
	"exports/obsidian-importer/csv/comprehensive-test.csv":                          "csv 10/0/0",
	"exports/obsidian-importer/csv/sample.csv":                                      "csv 5/0/0",
	"exports/obsidian-importer/evernote/code-block-indentation.enex":                "evernote 3/0/0",
	"exports/obsidian-importer/evernote/code-block-language.enex":                   "evernote 1/0/0",
	"exports/obsidian-importer/evernote/image-size.enex":                            "evernote 1/0/0",
	"exports/obsidian-importer/evernote/long-attachment-name.enex":                  "evernote 1/0/0",
	"exports/obsidian-importer/evernote/note-link-on-the-web.enex":                  "evernote 2/0/0",
	"exports/obsidian-importer/evernote/note-link-to-a-renamed-note.enex":           "evernote 1/0/0",
	"exports/obsidian-importer/evernote/note-link-without-title.enex":               "evernote 2/0/0",
	"exports/obsidian-importer/evernote/prior-state/first/report.enex":              "evernote 1/0/0",
	"exports/obsidian-importer/evernote/prior-state/no-updated-time.enex":           "evernote 1/0/0",
	"exports/obsidian-importer/evernote/prior-state/second/report.enex":             "evernote 1/0/0",
	"exports/obsidian-importer/evernote/source-of-webclip.enex":                     "evernote 1/0/0",
	"exports/obsidian-importer/evernote/test-file-with-many-dots.enex":              "evernote 1/0/0",
	"exports/obsidian-importer/evernote/test-internotebook_links_A.enex":            "evernote 3/0/0",
	"exports/obsidian-importer/evernote/test-internotebook_links_B.enex":            "evernote 3/0/0",
	"exports/obsidian-importer/evernote/test-resource-attributes-single-child.enex": "evernote 2/0/0",
	"exports/obsidian-importer/evernote/test-task-lists.enex":                       "evernote 1/0/0",
	"exports/obsidian-importer/evernote/toc-pointing-elsewhere_A.enex":              "evernote 1/0/0",
	"exports/obsidian-importer/evernote/toc-pointing-elsewhere_B.enex":              "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/Colors.enex":                          "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/charmapNotebookTest.enex":             "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/customfont.enex":                      "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/link to telephone 202-555-0179.enex":  "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/newlines_plain_EN.enex":               "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-bracketlinks.enex":               "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-checkboxes.enex":                 "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-checklist.enex":                  "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-empty-en-todo.enex":              "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-encryption.enex":                 "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-externalFileLink.enex":           "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-externalLink-escape.enex":        "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-externalLink-naked.enex":         "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-externalLink-notext.enex":        "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-externalLink.enex":               "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-headings.enex":                   "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-highlights.enex":                 "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-image-dataUrl.enex":              "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-intend-newlines.enex":            "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-invalid-tags.enex":               "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-links-withExtension.enex":        "evernote 2/0/0",
	"exports/obsidian-importer/evernote/yarle/test-links.enex":                      "evernote 2/0/0",
	"exports/obsidian-importer/evernote/yarle/test-links_underline_within.enex":     "evernote 2/0/0",
	"exports/obsidian-importer/evernote/yarle/test-list.enex":                       "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-markdown-en.enex":                "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-monospace-codeblocks.enex":       "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-newlines.enex":                   "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-normal+tabbed text.enex":         "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-nospanstyle.enex":                "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-note-attributes.enex":            "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-noteWithCodeBlock.enex":          "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-noteWithLatLong.enex":            "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-noteWithNestedTags.enex":         "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-noteWithSourceUrl.enex":          "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-noteWithTags.enex":               "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-noteWithoutMetadata.enex":        "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-old-note.enex":                   "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-pdfAttachment.enex":              "evernote 2/0/0",
	"exports/obsidian-importer/evernote/yarle/test-pure-external-url.enex":          "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-reminder.enex":                   "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-replacements.enex":               "evernote 2/0/0",
	"exports/obsidian-importer/evernote/yarle/test-scriptAttachment.enex":           "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-specialItems.enex":               "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-strikethrough.enex":              "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-sublists-invalid.enex":           "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-sublists-multiple.enex":          "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-sublists-valid.enex":             "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-sublists.enex":                   "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-table.enex":                      "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test-things-to-do.enex":               "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/test_legacy.enex":                     "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/text styles.enex":                     "evernote 1/0/0",
	"exports/obsidian-importer/evernote/yarle/two-untitled-notes-with-toc.enex":     "evernote 3/0/0",
	"exports/obsidian-importer/html":                                                "folder 16/6/0",
	"exports/obsidian-importer/keep/broken-json-note.json":                          "keep 0/1/0",
	"exports/obsidian-importer/keep/invalid-keep-json-note.json":                    "keep 1/0/0",
	"exports/obsidian-importer/keep/notes":                                          "folder 25/1/0",
	"exports/obsidian-importer/markdown":                                            "folder 10/0/0",
	"exports/obsidian-importer/notion/Notion.Test.Export.zip":                       "folder 278/3/0",
	"exports/obsidian-importer/notion/database-row.html":                            "unknown",
	"exports/obsidian-importer/notion/notion-testspace.zip":                         "folder 4/1/0",
	"exports/obsidian-importer/roam/help-graph-excerpt.json":                        "roam 15/2/0",
	"exports/obsidian-importer/roam/shapes.json":                                    "roam 12/0/0",
	"exports/obsidian-importer/roam/small-test-graph.json":                          "roam 1/0/0",
	"exports/obsidian-importer/textbundle/Textbundle Example v1.textbundle":         "folder 1/0/0",
	"exports/obsidian-importer/textbundle/Textbundle Example v2.textbundle":         "folder 1/0/0",
	"exports/obsidian-importer/textbundle/Ulysses Export.zip":                       "folder 2/6/0",
	"exports/obsidian-importer/textbundle/example 2.textpack":                       "folder 1/0/0",
	"exports/obsidian-importer/textbundle/example.textpack":                         "folder 1/0/0",
	"exports/wallabag/chrome-bookmarks":                                             "chrome 1/0/0",
	"exports/wallabag/delicious_export.2021.02.06_21.10.json":                       "json 3/0/0",
	"exports/wallabag/elcurator.json":                                               "json 1/0/0",
	"exports/wallabag/firefox-bookmarks.json":                                       "firefox 2/0/0",
	"exports/wallabag/instapaper-export.csv":                                        "instapaper 4/0/0",
	"exports/wallabag/omnivore.json":                                                "omnivore 20/0/0",
	"exports/wallabag/pinboard_export":                                              "pinboard 3/0/0",
	"exports/wallabag/pocket.csv":                                                   "pocket 7/0/0",
	"exports/wallabag/readability-read.json":                                        "readability 2/0/0",
	"exports/wallabag/readability.json":                                             "readability 3/0/0",
	"exports/wallabag/ril_export.html":                                              "pocket-html 2/0/0",
	"exports/wallabag/shaarli-bookmarks.html":                                       "netscape 2/0/0",
	"exports/wallabag/test.csv":                                                     "unknown",
	"exports/wallabag/test.html":                                                    "unknown",
	"exports/wallabag/test.txt":                                                     "unknown",
	"exports/wallabag/wallabag-v1-read.json":                                        "wallabag 3/0/0",
	"exports/wallabag/wallabag-v1.json":                                             "wallabag 2/0/0",
	"exports/wallabag/wallabag-v2-empty.json":                                       "unknown",
	"exports/wallabag/wallabag-v2-read.json":                                        "wallabag 2/0/0",
	"exports/wallabag/wallabag-v2.json":                                             "wallabag 6/0/0",
}
