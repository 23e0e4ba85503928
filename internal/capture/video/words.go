package video

import (
	"cmp"
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode"

	"engram/internal/capture"
	"engram/internal/plaintext"
)

const (
	maxTitle       = 300  // characters
	maxName        = 120  // characters of an author or a site
	maxDescription = 1000 // characters
	maxAddress     = 2048 // bytes
)

// languageTag matches a language with its subtags, such as "en", "pt-BR" or "zh-Hant-TW".
var languageTag = regexp.MustCompile(`^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4}$`)

// tidy normalises and truncates untrusted metadata.
func tidy(d capture.Document) capture.Document {
	d.Title, d.Author, d.Site = oneLine(d.Title, maxTitle), oneLine(d.Author, maxName), oneLine(d.Site, maxName)
	if !languageTag.MatchString(d.Language) {
		d.Language = ""
	}
	d.Description = plaintext.Truncate(paragraphs(d.Description), maxDescription)
	if d.Duration > 0 {
		d.Duration = max(d.Duration.Round(time.Second), time.Second)
	}
	kept := d.Sections[:0]
	for _, s := range d.Sections {
		if s.Text = paragraphs(s.Text); s.Text != "" {
			kept = append(kept, s)
		}
	}
	d.Sections = kept
	return d
}

// oneLine returns a text without line breaks, truncated to most characters.
func oneLine(s string, most int) string {
	return plaintext.Truncate(strings.Join(strings.Fields(visible(s)), " "), most)
}

// paragraphs returns a text with its line breaks, with at most one blank line in a row.
func paragraphs(s string) string {
	var lines []string
	for line := range strings.SplitSeq(visible(s), "\n") {
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		if line != "" || len(lines) > 0 && lines[len(lines)-1] != "" {
			lines = append(lines, line)
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// visible drops control and invalid characters.
func visible(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\ufffd"), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, s)
}

// fill copies from more the fields that d lacks, except sections.
func fill(d *capture.Document, more capture.Document) {
	d.Title = cmp.Or(d.Title, more.Title)
	d.Description = cmp.Or(d.Description, more.Description)
	d.ImageURL = cmp.Or(d.ImageURL, more.ImageURL)
	d.Site = cmp.Or(d.Site, more.Site)
	d.Author = cmp.Or(d.Author, more.Author)
	d.Canonical = cmp.Or(d.Canonical, more.Canonical)
	d.Language = cmp.Or(d.Language, more.Language)
	d.Published = cmp.Or(d.Published, more.Published)
	d.Duration = cmp.Or(d.Duration, more.Duration)
}

// resolve makes an address absolute; empty if it is not a web page.
func resolve(base, address string) string {
	at, err := url.Parse(base)
	if err != nil || address == "" {
		return ""
	}
	u, err := at.Parse(strings.TrimSpace(address))
	if err != nil || !isWeb(u) || u.User != nil || len(u.String()) > maxAddress {
		return ""
	}
	return u.String()
}

func sameHost(a, b string) bool {
	one, err := url.Parse(a)
	if err != nil {
		return false
	}
	other, err := url.Parse(b)
	return err == nil && strings.EqualFold(one.Host, other.Host)
}

func isWeb(u *url.URL) bool {
	return (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != ""
}

var dateForms = []string{time.RFC3339, "2006-01-02T15:04:05", time.DateTime, time.DateOnly}

// parseDate parses the services' date formats; zero for others. Without a zone it is UTC.
func parseDate(s string) time.Time {
	for _, form := range dateForms {
		if at, err := time.Parse(form, strings.TrimSpace(s)); err == nil && at.Year() > 1900 {
			return at.UTC()
		}
	}
	return time.Time{}
}
