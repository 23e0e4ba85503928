package ocr_test

import (
	"image"
	"image/color"
	"image/draw"
	"strings"
)

// blank is a picture in one colour.
func blank(width, height int, c color.Color) image.Image {
	img := image.NewGray(image.Rect(0, 0, width, height))
	draw.Draw(img, img.Bounds(), image.NewUniform(c), image.Point{}, draw.Src)
	return img
}

// errorRate returns the edits that turn got into want, as a share of want's characters. White space
// is one blank.
func errorRate(got, want string) float64 {
	a, b := []rune(strings.Join(strings.Fields(got), " ")), []rune(strings.Join(strings.Fields(want), " "))
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			cost := diagonal
			if r != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return float64(row[len(b)]) / float64(len(b))
}
