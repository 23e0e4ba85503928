//go:build race

package pdf

func init() { childMemory <<= 4 }
