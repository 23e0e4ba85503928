package app

import (
	"context"
	"os"
	"strings"
	"time"

	"engram/internal/app/child"
	"engram/internal/capture"
	"engram/internal/capture/docx"
	"engram/internal/capture/epub"
	"engram/internal/capture/feed"
	"engram/internal/capture/fetch"
	"engram/internal/capture/format"
	"engram/internal/capture/mhtml"
	"engram/internal/capture/ocr"
	"engram/internal/capture/odt"
	"engram/internal/capture/page"
	"engram/internal/capture/pdf"
	"engram/internal/capture/picture"
	"engram/internal/capture/plain"
	"engram/internal/capture/rtf"
	"engram/internal/capture/video"
	"engram/internal/config"
	"engram/internal/facsimile"
	"engram/internal/filetype"
	"engram/internal/job"
	"engram/internal/memory"
	"engram/internal/people"
	"engram/internal/tweet"
)

// capturing holds the services that fetch and read sources.
type capturing struct {
	captures *capture.Service
	fetcher  *fetch.Client
	tweets   *tweet.Service
	people   *people.Service // nil: none
}

func (a *App) newCapturing(cfg config.Config, readPDF []string, p parts) (c capturing, err error) {
	client, err := fetch.New(fetch.Config{Allow: cfg.FetchAllow, Total: job.Captures})
	if err != nil {
		return c, err
	}
	upstream, err := fetch.New(fetch.Config{Allow: cfg.FetchAllow, Origin: cfg.TweetURL})
	if err != nil {
		return c, err
	}
	web, pictures := page.NewReader(), picture.NewMaker()
	pdfs, photos, err := a.scanReaders(cfg, readPDF, p.drawer, pictures)
	if err != nil {
		return c, err
	}
	files := newFiles(pdfs, photos, web)
	pages := format.NewReader(map[format.Kind]capture.PageReader{
		format.HTML: web, format.Text: plain.Reader{}, format.Feed: feed.Reader{},
	}, files)
	if c.people, err = samplePeople(cfg, pictures); err != nil {
		return c, err
	}
	c.tweets = tweet.New(upstream, cfg.TweetURL, p.saved)
	c.fetcher = client
	c.captures = capture.New(capture.Parts{
		Store: p.saved, Blobs: p.blobs, Fetcher: client, Pictures: pictures, Figures: pictures,
		Sources: map[memory.Kind]capture.Source{
			memory.Link: capture.NewPages(client, video.Pages(pages), p.blobs, files), memory.Document: capture.NewUploads(p.blobs, files),
			memory.Video: video.New(client, pages), memory.Tweet: c.tweets,
		},
		Watcher: p.hub, Highlights: p.marks, Saved: files, Log: a.log, Now: time.Now,
	})
	return c, nil
}

// newFiles returns the readers of all formats that can be uploaded.
func newFiles(pdfs, photo capture.FileReader, web page.Reader) format.Files {
	limited := format.Limited()
	return format.NewFiles(map[*filetype.Type]capture.FileReader{
		filetype.PDF: pdfs, filetype.EPUB: limited(epub.Reader{}), filetype.DOCX: limited(docx.Reader{}),
		filetype.ODT: limited(odt.Reader{}), filetype.RTF: limited(rtf.Reader{}),
		filetype.MHTML: limited(mhtml.Reader{Pages: web}),
		filetype.PNG:   photo, filetype.JPEG: photo, filetype.WebP: photo, filetype.GIF: photo,
	}, map[*filetype.Type]capture.PageReader{
		filetype.HTML: web, filetype.Markdown: plain.Reader{}, filetype.Text: plain.Reader{},
	})
}

// samplePeople returns nil where the settings name no service for them, and in personal mode, which has no landing page.
func samplePeople(cfg config.Config, pictures capture.PictureMaker) (*people.Service, error) {
	if cfg.PeopleURL == "" || cfg.Personal() {
		return nil, nil
	}
	client, err := fetch.New(fetch.Config{Allow: cfg.FetchAllow, Origin: cfg.PeopleURL})
	if err != nil {
		return nil, err
	}
	return people.New(client, pictures, cfg.PeopleURL, time.Now), nil
}

// scanReaders returns the readers of PDFs and of pictures, which recognise text as far as the settings say so.
func (a *App) scanReaders(cfg config.Config, readPDF []string, drawer facsimile.Drawer, maker *picture.Maker) (pdfs, photos capture.FileReader, err error) {
	pdfs, err = a.pdfReader(child.PDFiumDir(cfg), readPDF)
	if err != nil {
		return nil, nil, err
	}
	photos = picture.File{Maker: maker}
	recogniser, err := child.NewRecogniser(cfg, readPDF)
	if err != nil || recogniser == nil {
		return pdfs, photos, err
	}
	a.onClose(func(context.Context) error { recogniser.Close(); return nil })
	return ocr.NewScans(pdfs, drawer, recogniser, a.log), ocr.NewPictures(photos, maker, recogniser, a.log), nil
}

// pdfReader has the reader of PDFs compiled in the background where it never was: the first PDF would wait some seconds for
// that.
func (a *App) pdfReader(cacheDir string, command []string) (*pdf.Reader, error) {
	if missing := pdf.Unconfined(); len(missing) > 0 {
		a.log.Warn("PDFs are read by a process that is not confined as it could be", "this system lacks", strings.Join(missing, ", "))
	}
	pdfs, err := pdf.NewReader(pdf.Config{Command: command, CacheDir: cacheDir})
	if _, missing := os.Stat(cacheDir); err != nil || missing == nil {
		return pdfs, err
	}
	a.behind(func(ctx context.Context) { _, _ = pdfs.ReadFile(ctx, strings.NewReader(""), memory.Bookmark{}) }) // which is no PDF, as it will say
	return pdfs, nil
}
