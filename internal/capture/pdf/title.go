package pdf

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"engram/internal/capture"
	"engram/internal/plaintext"
)

const (
	largeText     = 1.25 // times the median size: the minimum of a title
	sameSize      = 0.05 // of a size: lines of a title differ by less
	titleDistance = 2.0  // times the title's size: the maximum distance of its lines
	maxTitleLines = 4
	minTitleText  = 4 // characters
	maxTitleText  = 200
)

// pageTitle returns the largest text in the upper half of the first page if it is clearly a title,
// else "".
func pageTitle(lines []line) string {
	size := titleSize(lines)
	isPart := func(l line) bool { return math.Abs(l.size-size) <= sameSize*size && utf8.RuneCountInString(l.text) > 1 }
	begin := slices.IndexFunc(lines, isPart)
	if size == 0 || begin < 0 {
		return ""
	}
	end := begin + 1
	for end < len(lines) && isPart(lines[end]) && math.Abs(lines[end-1].y-lines[end].y) <= titleDistance*size {
		end++
	}
	if end-begin > maxTitleLines {
		return ""
	}
	title := strings.Join(strings.Fields(strings.Join(layOut(lines[begin:end]), "")), " ")
	if n := utf8.RuneCountInString(title); n < minTitleText || n > maxTitleText || strings.IndexFunc(title, unicode.IsLetter) < 0 {
		return ""
	}
	return title
}

// titleSize returns the size of the largest text in the upper half of the page; zero if most text
// is about as large.
func titleSize(lines []line) float64 {
	lowest, highest := math.Inf(1), math.Inf(-1)
	for _, l := range lines {
		lowest, highest = min(lowest, l.y), max(highest, l.y)
	}
	largest := 0.0
	for _, l := range lines {
		// a drop cap is no title
		if l.y >= (lowest+highest)/2 && utf8.RuneCountInString(l.text) > 1 {
			largest = max(largest, l.size)
		}
	}
	if largest < largeText*usualSize(lines) {
		return 0
	}
	return largest
}

// usualSize returns the median font size by characters.
func usualSize(lines []line) float64 {
	bySize := slices.SortedFunc(slices.Values(lines), func(a, b line) int { return cmp.Compare(a.size, b.size) })
	chars := 0
	for _, l := range lines {
		chars += len(l.text)
	}
	for _, l := range bySize {
		if chars -= 2 * len(l.text); chars <= 0 {
			return l.size
		}
	}
	return 0
}

var (
	titlePrefix = regexp.MustCompile(`(?i)^microsoft (word|powerpoint|excel|office word|office powerpoint) - `)
	// fileTitle matches file names, which many programs put as the title.
	fileTitle = regexp.MustCompile(`(?i)(^(file:|[a-z]:)?[/\\].*|\.(docx?|dotx?|odt|rtf|txt|pages|pptx?|ppsx?|odp|key|xlsx?|ods|csv|pdf|ps|eps|dvi|tex|latex|indd|qxd|qxp|fm|p65|pmd|ai|psd|html?|aspx?|php|jpe?g|png|tiff?|tmp|md))$`)
	// blankTitle matches programs' default titles.
	blankTitle = regexp.MustCompile(`(?i)^(untitled.*|title|titel|titre|título|none|null|unknown|no title|no job name|new document|document|document ?\d+|dokument ?\d+|presentation ?\d*|powerpoint[ -]presentation|slide \d+|layout \d+|book ?\d+|sheet ?\d+|scan[-_ ]?\d+|scanned (document|image)|image[-_ \d]+|img[-_ \d]+|tmp\w*|print|blank page|about:blank)$`)
)

// cleanPDFTitle returns the title in the metadata; "" for a placeholder or a file name.
func cleanPDFTitle(title string) string {
	title = titlePrefix.ReplaceAllString(plaintext.OneLine(title, capture.MaxTitle), "")
	if strings.IndexFunc(title, unicode.IsLetter) < 0 || fileTitle.MatchString(title) || blankTitle.MatchString(title) {
		return ""
	}
	return title
}

// blankAuthor matches names of computers and programs.
var blankAuthor = regexp.MustCompile(`(?i)^(user|\w+ user|microsoft office user|admin|administrator|root|owner|guest|unknown|none|null|n/?a|author|default|anonymous|\PL*)$`)

// cleanPDFAuthor returns the author in the metadata; "" if it is not a name.
func cleanPDFAuthor(author string) string {
	author = plaintext.OneLine(author, capture.MaxName)
	if blankAuthor.MatchString(author) {
		return ""
	}
	return author
}

// pdfDate matches a date in the format of PDFs. Everything after the year is optional.
var pdfDate = regexp.MustCompile(`^\s*(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?\s*(Z|[+-]\d\d)?'?(\d\d)?'?`)

// firstPDFYear is before the first PDF: unset clocks give 1970 or 1904.
const firstPDFYear = 1980

// parsePDFDate parses D:20240131120000+01'00'; without a zone it is UTC. It returns zero for an
// invalid date, before 1980 or more than a day in the future.
func parsePDFDate(s string, now time.Time) time.Time {
	m := pdfDate.FindStringSubmatch(s)
	if m == nil {
		return time.Time{}
	}
	layout, value := "20060102150405", m[1]
	for i, missing := range []string{"01", "01", "00", "00", "00"} {
		value += cmp.Or(m[i+2], missing)
	}
	if zone := m[7]; zone != "" && zone != "Z" {
		layout, value = layout+"-0700", value+zone+cmp.Or(m[8], "00")
	}
	t, err := time.Parse(layout, value)
	if err != nil || t.UTC().Year() < firstPDFYear || t.After(now.Add(24*time.Hour)) {
		return time.Time{}
	}
	return t.UTC()
}
