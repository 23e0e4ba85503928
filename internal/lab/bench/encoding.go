package bench

import (
	"context"
	"fmt"
	"strings"
	"time"

	"engram/internal/embed"
	"engram/internal/embed/encoder"
	"engram/internal/embed/encoder/builtin"
	"engram/internal/embed/encoder/kernel"
)

// A text of n of these has n tokens, plus the two around every text.
const token = "tea "

// encodingBar is the required speed of one core.
type encodingBar struct {
	question float64         // ms, of 12 tokens
	passages map[int]float64 // a second, by tokens
}

// The bar for AVX-512, whose multiply-add of bytes takes 64 pairs at once, and that for all other kernels in assembly.
var (
	wideBar  = encodingBar{1, map[int]float64{128: 90, 192: 54}}
	otherBar = encodingBar{2.5, map[int]float64{128: 40, 192: 25}}
)

// encoding measures the built-in encoder with each kernel in assembly that this processor has: a question, passages, and
// what share of the processor's peak the matrix products of each reach.
func (s *suite) encoding(ctx context.Context) (results []Result, err error) {
	if !builtin.Encodes() {
		return []Result{{Measure: "encoding", Missing: "built without the encoder"}}, nil
	}
	e, err := builtin.English()
	if err != nil {
		return nil, err
	}
	for _, k := range kernel.All() {
		if k.Name == kernel.Plain().Name {
			continue
		}
		s.note("measuring the encoder with " + k.Name)
		bar := otherBar
		if k.Name == "avx512" {
			bar = wideBar
		}
		rows, err := s.encodingWith(ctx, e.With(k), k, bar)
		if err != nil {
			return nil, err
		}
		results = append(results, rows...)
	}
	if len(results) == 0 {
		return []Result{{Measure: "encoding", Missing: "this processor has no kernel in assembly"}}, nil
	}
	return results, nil
}

func (s *suite) encodingWith(ctx context.Context, e *encoder.Encoder, k *kernel.Kernel, bar encodingBar) ([]Result, error) {
	const shareBar = 45
	took, err := s.race(ctx, encodes(e, 12, embed.Question), encodes(e, 126, embed.Passage), encodes(e, 190, embed.Passage))
	if err != nil {
		return nil, err
	}
	shares := map[int]float64{}
	var figures []Figure
	for _, tokens := range []int{14, 192, 128} {
		if shares[tokens], figures, err = s.products(ctx, k, tokens); err != nil {
			return nil, err
		}
	}
	share := func(tokens int) Figure { return Figure{"matrix products", shares[tokens], "% of the peak"} }
	results := []Result{atMost(bar.question, float64(took[0])/float64(time.Millisecond), "ms", "encoding a question of 12 tokens, "+k.Name, share(14))}
	for i, tokens := range []int{128, 192} {
		results = append(results, atLeast(bar.passages[tokens], 1/max(took[i+1], 1).Seconds(), "passages/s",
			fmt.Sprintf("encoding passages of %d tokens, by CPU second, %s", tokens, k.Name), inMillis("a passage", took[i+1]), share(tokens)))
	}
	return append(results, atLeast(shareBar, shares[128], "%", "matrix products of a layer with 128 tokens, of the measured peak, "+k.Name, figures...)), nil
}

// encodes is a contender that encodes a text with a number of tokens.
func encodes(e *encoder.Encoder, tokens int, as embed.Role) contender {
	text := []string{strings.Repeat(token, tokens)}
	return contender{fmt.Sprintf("%d tokens", tokens), func(ctx context.Context, _ int) error {
		_, err := e.Embed(ctx, text, as)
		return err
	}}
}

// products sets the matrix products of a layer with so many tokens beside a loop that does nothing but multiply and add, and
// returns their share of its speed in percent.
func (s *suite) products(ctx context.Context, k *kernel.Kernel, tokens int) (share float64, figures []Figure, err error) {
	const turns = 20_000
	var all []func()
	work := 0
	for _, size := range [][2]int{{384, 3 * 384}, {384, 384}, {384, 1536}, {1536, 384}} {
		in, out := size[0], size[1]
		m := &kernel.Matrix{In: in, Out: out, Weights: make([]int8, in*out), Scales: make([]float32, out), Bias: make([]float32, out)}
		var rows kernel.Rows
		rows.Reset(tokens, in)
		dst := make([]float32, tokens*out)
		all = append(all, func() { k.Multiply(dst, &rows, m) })
		work += tokens * in * out
	}
	peak := k.Peak(turns)
	took, err := s.race(ctx,
		contender{"products", func(context.Context, int) error {
			for _, multiply := range all {
				multiply()
			}
			return nil
		}},
		contender{"peak", func(context.Context, int) error { k.Peak(turns); return nil }})
	if err != nil {
		return 0, nil, err
	}
	rate := func(products int, took time.Duration) float64 { return 2 * float64(products) / float64(max(took, 1)) }
	reached, most := rate(work, took[0]), rate(peak, took[1])
	return 100 * reached / most, []Figure{{"products", reached, "Gop/s"}, {"peak", most, "Gop/s"}}, nil
}
