package question

// In other languages than English only the plainest form counts: a noun with "about" after it, and before it an article,
// a possessive, "in", or nothing.
var (
	foreignNouns = func() map[string]string {
		all := map[string]string{}
		for kind, names := range map[string]string{
			"video":    "video videos vídeo vídeos vidéo vidéos видео ролик",
			"note":     "nota notas note notes notiz notizen appunti заметка заметки заметке заметках",
			"document": "documento documentos documenti document documents dokument dokumente pdf документ документе",
			"tweet":    "tuit tuits tweet tweets твит твите",
			"link":     "artículo artículos página articolo articoli pagina artigo artigos article page artikel seite webseite статья статье статью страница странице",
		} {
			for name := range words(names) {
				all[name] = kind
			}
		}
		return all
	}()
	foreignAbout  = words("sobre über sur su sul sulla sui sulle про о об")
	foreignBefore = words("el la los las un una mi mis ese esa este esta aquel aquella en le les ce cette mon ma mes une dans der die das den dem mein meine " +
		"meinen meiner ein eine einen dieses diese im il lo gli mio mia miei quel nel o os meu minha um uma esse essa no na в из мой моя моё мои моей моём")
)

func (s sentence) foreignKind() (kind, quoted string) {
	for i := range s.words {
		kind := foreignNouns[s.at(i)]
		if kind != "" && foreignAbout[s.next(i)] && (s.opens(i) || foreignBefore[s.at(i-1)]) {
			return kind, s.quote(i, i+1)
		}
	}
	return "", ""
}
