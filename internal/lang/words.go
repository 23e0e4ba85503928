package lang

// Words are the words of a language, in lists with blanks between them, written as people write them.
type Words struct {
	Tag  string // as in BCP 47: "pt"
	Stop string // words of function, question words among them: they say nothing by themselves
}
