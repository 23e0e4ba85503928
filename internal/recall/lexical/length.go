package lexical

// lengths are BM25's account of the length of documents and groups: what it adds to the weight of a term.
type lengths struct {
	base        float32 // for no length
	docs, group float32 // for each term of a document, of a group
	// gets is what a term gets in a document, by weight from 1 and length, for those that most passages have.
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

// average is not 0, which nothing that is counted is either.
func average(sum int64, n int) float32 { return float32(max(sum, 1)) / float32(max(n, 1)) }

// saturate is what a term gets that occurs weight times: less and less for each time.
func saturate(weight, norm float32) float32 { return weight * (k1 + 1) / (weight + norm) }

// of is what a term gets in a document.
func (n *lengths) of(weight, length uint32) float32 {
	if weight-1 < knownWeights && length < knownLengths {
		return n.gets[weight-1][length]
	}
	return saturate(float32(weight), n.base+n.docs*float32(length))
}
