//go:build race

package extract

func init() { childMemory <<= 4 }
