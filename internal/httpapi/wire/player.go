package wire

import (
	"net/url"

	"engram/internal/memory"
)

// Player says what plays a recording, so that a client need not know the services.
type Player struct {
	Name    string `json:"name,omitempty" doc:"Of the service, as people know it; absent for a file of another site."`
	File    string `json:"file,omitempty" enum:"audio,video,hls,dash,flv" doc:"How the file that link leads to is played; absent where it leads to none."`
	Frame   string `json:"frame,omitempty" doc:"The address of the service's own player, where it has one for this recording; {host} stands for the host of the page around it."`
	Rest    string `json:"rest,omitempty" doc:"To be added to the query of frame where it is not to play at once."`
	Play    string `json:"play,omitempty" doc:"To be added to the query of frame where it is."`
	Start   string `json:"start,omitempty" doc:"To be added after that, where it is to begin at a second: to the query or, beginning with #, behind it. {seconds} stands for the second; {h}, {m} and {s} for its hours, minutes and seconds."`
	StartAt int    `json:"startAt,omitempty" doc:"The second at which link says that it begins."`
}

// PlayerOf returns what plays the recording that a memory of one leads to; nil for other memories.
func PlayerOf(m memory.Memory) *Player {
	u, err := url.Parse(m.URL)
	if err != nil || m.Kind != memory.Video {
		return nil
	}
	p := memory.PlayingOf(u)
	return &Player{Name: p.Name, File: p.File, Frame: p.Address, Rest: p.Rest, Play: p.Play, Start: p.Start, StartAt: p.StartAt}
}

// TweetID returns the number of the tweet that a memory of one leads to; empty for other memories.
func TweetID(m memory.Memory) string {
	u, err := url.Parse(m.URL)
	if err != nil || m.Kind != memory.Tweet {
		return ""
	}
	return memory.TweetID(u)
}
