package archives

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"html"
	"path"
	"regexp"
	"strings"

	"engram/internal/importer"
	"engram/internal/importer/jsonfile"
	"engram/internal/importer/records"
	"engram/internal/plaintext"
)

// X is the archive of X, formerly Twitter: its user's likes and own posts.
var X = importer.Format{
	Name: "x", Title: "X (Twitter)",
	Is: func(_ context.Context, in *importer.Input) bool {
		for _, m := range in.Members {
			if xFile.MatchString(m.Name) {
				head, done, err := m.Within()
				if err != nil {
					continue
				}
				defer done()
				return strings.Contains(head.Head[:min(len(head.Head), 1000)], "YTD.")
			}
		}
		return false
	},
	Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
		return (&x{in: in, out: out}).read()
	},
}

var xFile = regexp.MustCompile(`(?:^|/)data/(likes?|tweets?|bookmarks?)(?:-part[0-9]+)?\.js$`)

const (
	msgOther = "Of an archive of X, likes and your own posts are read."
	maxLong  = 16 << 20 // bytes of long posts that are held while reading
)

type x struct {
	in   *importer.Input
	out  *importer.Out
	user string
	long map[string]string // texts of long posts by their beginnings
}

func (a *x) read() error {
	a.long = map[string]string{}
	room := maxLong
	for _, m := range a.in.Members {
		switch strings.TrimSuffix(m.Base(), path.Ext(m.Name)) {
		case "account":
			type account struct {
				Account struct{ Username jsonfile.Text }
			}
			_ = eachOf(m, nil, func(rec account, _ string) error {
				a.user = string(rec.Account.Username)
				return nil
			})
		case "note-tweet":
			type note struct {
				NoteTweet struct{ Core struct{ Text jsonfile.Text } }
			}
			_ = eachOf(m, nil, func(rec note, _ string) error {
				text := string(rec.NoteTweet.Core.Text)
				if room -= len(text); room > 0 {
					a.long[beginning(text)] = text
				}
				return nil
			})
		}
	}
	others := folders{}
	for _, m := range a.in.Members {
		found := xFile.FindStringSubmatch(m.Name)
		switch {
		case m.Refused != "":
			if err := a.out.Note(m.Base(), m.Name, m.Refused); err != nil {
				return err
			}
		case found == nil:
			others.add(m.Name)
		default:
			if err := eachOf(m, a.out, a.send); err != nil {
				return err
			}
		}
	}
	return others.report(a.out)
}

// beginning returns what a short post and the long one that it stands for have in common.
func beginning(text string) string {
	return plaintext.Beginning(strings.Join(strings.Fields(text), " "), 100)
}

// eachOf calls visit with the records of a script that holds a list. Without out, one that can't be
// read is skipped.
func eachOf[T any](m importer.Member, out *importer.Out, visit func(rec T, place string) error) error {
	in, done, err := m.Within()
	if err != nil {
		if out == nil {
			return nil
		}
		return out.Note(m.Base(), m.Name, msgBroken)
	}
	defer done()
	text := bufio.NewReader(importer.Text(in))
	for {
		if _, err := text.ReadSlice('='); !errors.Is(err, bufio.ErrBufferFull) {
			break
		}
	}
	return records.EachIn(jsonfile.New(text), out, m.Name+", ", visit)
}

// post is a record of any of the files that are read.
type post struct {
	Like, Bookmark struct{ TweetID, FullText, ExpandedURL jsonfile.Text }
	Tweet          tweet
	tweet          // as older archives have it
}

type tweet struct {
	IDStr    jsonfile.Text `json:"id_str"`
	FullText jsonfile.Text `json:"full_text"`
	Created  jsonfile.Text `json:"created_at"`
	Entities struct {
		URLs []struct {
			URL      jsonfile.Text
			Expanded jsonfile.Text `json:"expanded_url"`
		}
	}
}

const status = "https://x.com/%s/status/%s"

// send sends a liked post or an own one.
func (a *x) send(p post, place string) error {
	saved := cmp.Or(p.Like, p.Bookmark)
	if saved.TweetID != "" || saved.ExpandedURL != "" {
		address := string(saved.ExpandedURL)
		if saved.TweetID != "" {
			address = fmt.Sprintf(status, "i", saved.TweetID)
		}
		return a.out.Item(importer.Item{URL: address, Text: html.UnescapeString(string(saved.FullText)), Place: place})
	}
	own := p.Tweet
	if own.IDStr == "" {
		own = p.tweet
	}
	if own.IDStr == "" {
		return a.out.Note("", place, msgBroken)
	}
	item := importer.Item{URL: fmt.Sprintf(status, cmp.Or(a.user, "i"), own.IDStr), Text: a.text(own), Author: a.user, Place: place}
	item.CreatedAt = a.out.Date(&item, string(own.Created))
	item.PublishedAt = item.CreatedAt
	return a.out.Item(item)
}

// text returns the whole text of an own post, with the addresses that it shortens.
func (a *x) text(t tweet) string {
	text := html.UnescapeString(string(t.FullText))
	if long, has := a.long[beginning(text)]; has && len(long) > len(text) {
		return long
	}
	for i, u := range t.Entities.URLs {
		if u.URL != "" && u.Expanded != "" && i < 100 {
			text = strings.ReplaceAll(text, string(u.URL), string(u.Expanded))
		}
	}
	return text
}

// folders count files that are not read, by the folder that they lie in.
type folders struct {
	order []string
	files map[string]int
}

func (f *folders) add(name string) {
	if f.files == nil {
		f.files = map[string]int{}
	}
	folder := path.Dir(name)
	if f.files[folder] == 0 {
		f.order = append(f.order, folder)
	}
	f.files[folder]++
}

func (f *folders) report(out *importer.Out) error {
	for _, folder := range f.order {
		if err := out.Note(fmt.Sprintf("%s (%d files)", folder, f.files[folder]), folder, msgOther); err != nil {
			return err
		}
	}
	return nil
}
