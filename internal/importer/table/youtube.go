package table

import (
	"context"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"

	"engram/internal/importer"
	"engram/internal/importer/csvfile"
)

// Playlist is a playlist of a Takeout of YouTube, whose words are of any language. Its name is a tag.
var Playlist = importer.Format{
	Name: "youtube-playlist", Title: "YouTube playlist",
	Is: func(_ context.Context, in *importer.Input) bool { return playlistRow.MatchString(in.Head) },
	Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
		tag := playlistName.ReplaceAllString(strings.TrimSuffix(in.Name, ".csv"), "")
		seen := false
		return cells(in, out, func(row []string, place string) error {
			switch is := videoID.MatchString(row[0]) && len(row) > 1; {
			case !is && seen && row[0] != "":
				return out.Note(row[0], place, msgNoVideo)
			case !is:
				return nil // the head of the table, or of the playlist
			}
			seen = true
			item := importer.Item{URL: "https://www.youtube.com/watch?v=" + row[0], Tags: []string{tag}, Place: place}
			item.CreatedAt = out.Date(&item, strings.Replace(row[1], " UTC", "Z", 1))
			return out.Item(item)
		})
	},
}

// Subscriptions are the channels of a Takeout of YouTube, which have feeds.
var Subscriptions = importer.Format{
	Name: "youtube-subscriptions", Title: "YouTube subscriptions",
	Is: func(_ context.Context, in *importer.Input) bool { return channelRow.MatchString(in.Head) },
	Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
		return cells(in, out, func(row []string, place string) error {
			if !channelID.MatchString(row[0]) || len(row) < 3 {
				return nil // the head of the table
			}
			return out.Feed(importer.Feed{URL: "https://www.youtube.com/feeds/videos.xml?channel_id=" + row[0], Title: row[2]}, place)
		})
	},
}

const msgNoVideo = "The row names no video."

var (
	videoID      = regexp.MustCompile(`^[\w-]{11}$`)
	channelID    = regexp.MustCompile(`^UC[\w-]{22}$`)
	playlistRow  = regexp.MustCompile(`(?m)^[^\n,]{1,60},[^\n,]{1,60}\r?\n[\w-]{11},\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|\+00:00| UTC)?\r?$`)
	channelRow   = regexp.MustCompile(`^[^\n,]{1,60},[^\n,]{1,60},[^\n,]{1,60}\r?\nUC[\w-]{22},https?://www\.youtube\.com/channel/`)
	playlistName = regexp.MustCompile(`-videos(?:\(\d+\))?$`)
)

// cells calls visit with the rows of a table that may have several heads.
func cells(in *importer.Input, out *importer.Out, visit func(row []string, place string) error) error {
	rows := csvfile.New(importer.Text(in), ',')
	for n := 1; ; n++ {
		row, err := rows.Next()
		place := "row " + strconv.Itoa(n)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case brokenBy(err) != "":
			err = out.Note("", place, brokenBy(err))
		case err != nil:
			return err
		default:
			for i := range row {
				row[i] = strings.TrimSpace(row[i])
			}
			err = visit(row, place)
		}
		if err != nil {
			return err
		}
	}
}
