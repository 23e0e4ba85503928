package records

import (
	"context"
	"regexp"
	"strings"

	"engram/internal/importer"
)

// YouTube is the watch history of a Takeout of Google.
var YouTube = importer.Format{
	Name: "youtube", Title: "YouTube history",
	Is: func(_ context.Context, in *importer.Input) bool {
		return in.JSON.List && in.JSON.Has("header", "title", "time")
	},
	Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
		return Each(in, out, nil, func(w watched, place string) error { return w.send(place, out) })
	},
}

// YouTubePage is the history as a page, which Takeout gives unless it is asked for JSON.
var YouTubePage = importer.Format{
	Name: "youtube-html", Title: "YouTube history (HTML)",
	Is: func(_ context.Context, in *importer.Input) bool {
		return in.IsMarkup() && strings.Contains(in.Head, "mdl-typography--title") && strings.Contains(in.Head, "outer-cell")
	},
	Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
		return out.Note(in.Name, "", msgHistoryPage)
	},
}

const (
	msgAdvertisement = "It is an advertisement that was shown."
	msgNoVideo       = "The video was removed or is private: its entry has no address."
	msgHistoryPage   = "Google writes the history as a page unless asked otherwise: choose JSON as its format and export it again."
)

type watched struct {
	Title, TitleURL, Time text
	Subtitles             []struct{ Name text }
	Details               []struct{ Name text }
}

func (w watched) send(place string, out *importer.Out) error {
	title := watchedWords.ReplaceAllString(string(w.Title), "$1")
	for _, d := range w.Details {
		if d.Name == "From Google Ads" {
			return out.Note(title, place, msgAdvertisement)
		}
	}
	if w.TitleURL == "" {
		return out.Note(title, place, msgNoVideo)
	}
	item := importer.Item{URL: string(w.TitleURL), Title: title, Place: place}
	if strings.HasPrefix(title, "http") {
		item.Title = "" // the video is gone
	}
	if len(w.Subtitles) > 0 {
		item.Author = string(w.Subtitles[0].Name)
	}
	item.CreatedAt = out.Date(&item, string(w.Time))
	return out.Item(item)
}

// watchedWords matches the verb that Google puts before or behind the title of a video.
var watchedWords = regexp.MustCompile(`^(?:(?:Watched|Viewed|Vous avez regardé|Has visto|Hai guardato|Você assistiu a|Obejrzano|Bekeken:|Je hebt gekeken naar|Tittade på|Så|Просмотрено видео|Просмотрено:) )?(.*?)(?: (?:angesehen|bekeken|を視聴しました|を見ました|을\(를\) 시청함|bakildi|izlendi))?$`)
