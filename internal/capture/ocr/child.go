package ocr

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	_ "image/jpeg" // what Serve reads
	_ "image/png"

	"engram/internal/capture/ocr/tesseract"
	"engram/internal/sandbox"
)

const (
	maxImage  = 32 << 20 // bytes of an image file
	maxPixels = 40e6     // of an image: A3 at 400 dpi has 31 million
	maxMemory = 1 << 30  // of a child, besides what it has at its start
	maxCPU    = time.Minute * 2
	sureFrom  = 80 // percent: a page that is read so well is not read in another language
)

// reply is the output of a child: the page, or why the image can't be recognised.
type reply struct {
	Page
	Refused string `json:"refused,omitempty"`
}

// Serve is the child process: it reads an image from in and writes the reply to out as JSON. args
// are the cache folder, the folder of models, the pixels an inch, and the languages in order.
func Serve(in io.Reader, out io.Writer, args []string) error {
	if len(args) < 4 {
		return fmt.Errorf("ocr: %d arguments, want at least 4", len(args))
	}
	lowerPriority()
	dpi, err := strconv.Atoi(args[2])
	if err != nil {
		return fmt.Errorf("ocr: resolution: %w", err)
	}
	models, err := load(args[1], args[3:])
	if err != nil {
		return err
	}
	ctx := context.Background()
	engine, err := tesseract.New(ctx, args[0])
	if err != nil {
		return fmt.Errorf("ocr: start the engine: %w", err)
	}
	if err := sandbox.Enter(sandbox.Limits{Memory: maxMemory, CPU: maxCPU}); err != nil {
		return fmt.Errorf("ocr: %w", err)
	}
	page, err := recognise(ctx, engine, in, dpi, models)
	answer := reply{Page: page}
	if errors.Is(err, ErrRefused) {
		answer = reply{Refused: err.Error()}
	} else if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(answer)
}

// model is the data that Tesseract needs for a language.
type model struct {
	language string
	data     []byte
}

// load reads the models of languages. English is built in.
func load(dir string, languages []string) (all []model, err error) {
	for _, language := range languages {
		m := model{language: language}
		m.data, err = os.ReadFile(modelFile(dir, language))
		if err != nil && language == English {
			m.data, err = tesseract.English()
		}
		if err != nil {
			return nil, fmt.Errorf("ocr: model of %s: %w", language, err)
		}
		all = append(all, m)
	}
	return all, nil
}

// English is the language whose model is built in.
const English = "eng"

// recognise reads the image in one language after the other until it is read well, and returns
// the best reading.
func recognise(ctx context.Context, engine *tesseract.Engine, in io.Reader, dpi int, models []model) (best Page, err error) {
	picture, err := readImage(in)
	if err != nil {
		return best, err
	}
	for _, m := range models {
		if err := engine.Load(ctx, m.language, m.data); err != nil {
			return best, err
		}
		hocr, err := engine.HOCR(ctx, picture, dpi)
		if err != nil {
			return best, fmt.Errorf("%w: %w", ErrRefused, err)
		}
		page, err := parse(hocr)
		if err != nil {
			return best, fmt.Errorf("%w: %w", ErrRefused, err)
		}
		if best.Width == 0 || page.Confidence() > best.Confidence() {
			best = page
		}
		if best.Confidence() >= sureFrom {
			break
		}
	}
	return best, nil
}

// readImage reads a PNG or JPEG with a bearable number of pixels.
func readImage(in io.Reader) ([]byte, error) {
	picture, err := io.ReadAll(io.LimitReader(in, maxImage+1))
	if err != nil {
		return nil, err
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(picture))
	if err != nil || len(picture) > maxImage || config.Width*config.Height > maxPixels {
		return nil, fmt.Errorf("%w: no picture of up to %d bytes and %g pixels", ErrRefused, maxImage, maxPixels)
	}
	return picture, nil
}

// modelFile returns where the model of a language is.
func modelFile(dir, language string) string { return filepath.Join(dir, language+".traineddata") }
