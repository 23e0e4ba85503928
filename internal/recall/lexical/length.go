package lexical

// lengths are BM25's length normalisation of documents and groups.
type lengths struct {
	base        float32 // constant part
	docs, group float32 // per term of a document, of a group
	// scores of a term by weight from 1 and length, precomputed for most passages
	gets [knownWeights][knownLengths]float32
}

const knownWeights, knownLengths = 4, 256

func (n *lengths) fill(live Stats) {
	n.base = k1 * (1 - b)
	n.docs = k1 * b / average(live.Length, live.Docs)
	n.group = k1 * b / average(live.Length, live.Groups)
	for weight := range n.gets {
		for length := range n.gets[weight] {
			n.gets[weight][length] = saturate(float32(weight+1), n.base+n.docs*float32(length))
		}
	}
}

// average returns the mean, at least 1.
func average(sum int64, n int) float32 { return float32(max(sum, 1)) / float32(max(n, 1)) }

// saturate returns BM25's saturating weight of repeated occurrences.
func saturate(weight, norm float32) float32 { return weight * (k1 + 1) / (weight + norm) }

// of returns the weight of a term in a document.
func (n *lengths) of(weight, length uint32) float32 {
	if weight-1 < knownWeights && length < knownLengths {
		return n.gets[weight-1][length]
	}
	return saturate(float32(weight), n.base+n.docs*float32(length))
}
