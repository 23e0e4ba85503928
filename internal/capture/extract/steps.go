package extract

// Steps are those of finding the article that can be left out, so that what each is worth can be measured.
type Steps uint16

// The steps, in their order.
const (
	StepCopy    Steps = 1 << iota // readability is given a page prepared for it
	StepNames                     // what is named as standing beside the text is left out of it
	StepLists                     // lists of links are left out
	StepThreads                   // what several people say in turn is taken whole
	StepOther                     // the second reader's article is taken where it is much longer
	StepAgreed                    // short paragraphs that the second reader leaves out are left out
	StepLead                      // the standfirst is put back
	StepScraps                    // a page with little on it is taken whole
)

// AllSteps tells what each step is called.
var AllSteps = map[string]Steps{
	"copy": StepCopy, "names": StepNames, "lists": StepLists, "threads": StepThreads,
	"other": StepOther, "agreed": StepAgreed, "lead": StepLead, "scraps": StepScraps,
}

func (s Steps) has(step Steps) bool { return s&step != 0 }
