package export

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"html/template"
	"strconv"
	"time"

	"github.com/google/uuid"

	"engram/internal/portable"
)

var (
	//go:embed site/pages.tmpl
	templates string
	//go:embed site/style.css
	style string

	// pages are the templates of the site. They escape all that was saved.
	pages = template.Must(template.New("").Funcs(template.FuncMap{
		"about": about, "count": count, "row": func(root string, c Card) row { return row{c, root} },
		"local": link,
		"anchor": func(name string) string {
			if name == "" {
				return ""
			}
			return "to-" + name
		},
		"day":   func(t time.Time) string { return t.UTC().Format("2 January 2006") },
		"iso":   func(t time.Time) string { return t.UTC().Format(time.RFC3339) },
		"month": monthName,
	}).Parse(templates))
)

// monthForm is the form in which a month names its page.
const monthForm = "2006-01"

// cardsOnFront is the number of memories on the first page.
const cardsOnFront = 24

func itoa(n int) string { return strconv.Itoa(n) }

// count says how many there are.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return itoa(n) + " " + many
}

// monthOf returns the month of a place, so that the memories of one follow each other.
func monthOf(place string, created time.Time) string {
	if id, err := uuid.Parse(place); err == nil {
		created = time.UnixMilli(int64(binary.BigEndian.Uint64(append([]byte{0, 0}, id[:6]...))))
	}
	return created.UTC().Format(monthForm)
}

func monthName(month string) string {
	t, err := time.Parse(monthForm, month)
	if err != nil {
		return month
	}
	return t.Format("January 2006")
}

// head holds the words of a page's head.
type head struct{ Title, Language, Root string }

// memoryPage is a memory as its page shows it.
type memoryPage struct{ portable.Memory }

func pageOf(m portable.Memory) memoryPage { return memoryPage{m} }

// Head returns the head of the page.
func (p memoryPage) Head() head { return head{p.Name(), p.Language, "../"} }

// Name returns what the memory is called.
func (p memoryPage) Name() string { return orUntitled(titleOf(p.Memory)) }

// Month returns the page that lists it.
func (p memoryPage) Month() string { return monthOf(p.Place, p.CreatedAt) }

// Lead returns the description of what is no note.
func (p memoryPage) Lead() string {
	if p.Kind == noteKind {
		return ""
	}
	return p.Description
}

// Facts returns what is known of the memory, in words.
func (p memoryPage) Facts() (all []string) {
	for _, text := range []string{p.Site, p.Author} {
		if text != "" {
			all = append(all, text)
		}
	}
	if !p.PublishedAt.IsZero() {
		all = append(all, "published "+p.PublishedAt.UTC().Format("2 January 2006"))
	}
	all = append(all, "saved "+p.CreatedAt.UTC().Format("2 January 2006"))
	if p.Seconds > 0 {
		all = append(all, (time.Duration(p.Seconds) * time.Second).String())
	}
	if p.Pages > 0 {
		all = append(all, count(p.Pages, "page", "pages"))
	}
	if !p.StarredAt.IsZero() {
		all = append(all, "starred")
	}
	if !p.ArchivedAt.IsZero() {
		all = append(all, "archived")
	}
	return all
}

// Head returns the head of the page.
func (c conversationPage) Head() head { return head{c.Title, "", "../"} }

// Name returns what the memory is called.
func (c Card) Name() string {
	return orUntitled(titleOf(portable.Memory{Kind: c.Kind, Title: c.Title, URL: c.URL}))
}

// From returns where the memory is from.
func (c Card) From() string {
	if c.Site != "" {
		return c.Site
	}
	return c.Author
}

func orUntitled(title string) string {
	if title == "" {
		return "Untitled"
	}
	return title
}

// row is a card in a list of a page.
type row struct {
	Card
	root string // the folder of the memories' pages
}

// Address returns the page of the memory.
func (r row) Address() string { return r.root + r.ID + ".html" }

// cards are memories on a page.
type cards struct {
	Cards []Card
	Root  string
}

// monthCount is a month with the number of its memories.
type monthCount struct {
	Month string
	Count int
}

// indexPage is the first page.
type indexPage struct {
	Username  string
	CreatedAt time.Time
	Memories  int
	Kinds     []string
	Latest    *cards
	Months    []monthCount
	Talks     []talk
}

// Head returns the head of the page.
func (p indexPage) Head() head { return head{"What " + p.Username + " kept", "", ""} }

// monthPage is the list of a month.
type monthPage struct{ Month string }

// Head returns the head of the page.
func (p monthPage) Head() head { return head{monthName(p.Month), "", "../"} }

func (x *writer) style() error {
	x.page.begin(siteDir+"style.css", x.began)
	if _, err := x.page.WriteString(style); err != nil {
		return err
	}
	return x.archive.put(x.page)
}

// lists writes the lists of the memories: one for each month, and the first page.
func (x *writer) lists() error {
	index := indexPage{Username: x.account.Username, CreatedAt: x.began, Talks: x.talks}
	kinds, latest := map[string]int{}, []Card{}
	err := x.cards(func(c Card) error {
		index.Memories++
		kinds[c.Kind]++
		if len(latest) < cardsOnFront {
			latest = append(latest, c)
		}
		return x.list(&index, c)
	})
	if err == nil {
		err = x.endMonth(index)
	}
	if err != nil {
		return err
	}
	if len(latest) > 0 {
		index.Latest = &cards{latest, siteDir}
	}
	for _, kind := range []string{"link", "video", "tweet", "document", noteKind} {
		if n := kinds[kind]; n > 0 {
			index.Kinds = append(index.Kinds, count(n, kind, kind+"s"))
		}
	}
	x.page.begin("index.html", x.began)
	if err := pages.ExecuteTemplate(x.page, "index", index); err != nil {
		return err
	}
	return x.archive.put(x.page)
}

// cards calls do with every memory that is in the archive, the latest first.
func (x *writer) cards(do func(Card) error) error {
	for before := Behind; ; {
		some, err := x.store.Cards(x.ctx, x.userID, before, idsAtOnce)
		if err != nil {
			return err
		}
		for _, c := range some {
			before = c.Place
			name, written := x.named[c.ID]
			if !written {
				continue
			}
			if c.Title == "" {
				c.Title = name
			}
			if err := do(c); err != nil {
				return err
			}
		}
		if len(some) < idsAtOnce {
			return nil
		}
	}
}

// list adds a memory to the page of its month.
func (x *writer) list(index *indexPage, c Card) error {
	month := monthOf(c.Place, c.CreatedAt)
	last := len(index.Months) - 1
	if last < 0 || index.Months[last].Month != month {
		if err := x.endMonth(*index); err != nil {
			return err
		}
		path := siteDir + month + ".html"
		x.page.begin(path, x.began)
		if err := pages.ExecuteTemplate(x.page, "month", monthPage{month}); err != nil {
			return err
		}
		index.Months, last = append(index.Months, monthCount{Month: month}), last+1
	}
	index.Months[last].Count++
	return pages.ExecuteTemplate(x.page, "card", row{Card: c})
}

// endMonth ends the page that is being written, if any.
func (x *writer) endMonth(index indexPage) error {
	if len(index.Months) == 0 {
		return nil
	}
	if err := pages.ExecuteTemplate(x.page, "month end", nil); err != nil {
		return fmt.Errorf("end a month: %w", err)
	}
	return x.archive.put(x.page)
}
