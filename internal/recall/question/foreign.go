package question

import (
	"strings"

	"engram/internal/lang"
)

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

// In other languages the plainest times are read: yesterday, and the last or this week, month and year. A word that is
// another in a second language is left alone.
var (
	foreignTimes = func() map[string]foreignTime {
		all := map[string]foreignTime{}
		for when, phrases := range map[[2]int]string{
			{1, int(day)}:   "ayer, gestern, ieri, ontem, gisteren, вчера",
			{1, int(week)}:  "la semana pasada, la semaine derniere, letzte woche, letzter woche, la settimana scorsa, della settimana scorsa, na semana passada, da semana passada, vorige week, на прошлой неделе",
			{1, int(month)}: "el mes pasado, del mes pasado, le mois dernier, du mois dernier, letzten monat, il mese scorso, del mese scorso, no mes passado, do mes passado, vorige maand, в прошлом месяце",
			{0, int(week)}:  "esta semana, cette semaine, diese woche, dieser woche, questa settimana, deze week, на этой неделе",
			{0, int(month)}: "este mes, ce mois, diesen monat, diesem monat, questo mese, deze maand, в этом месяце",
		} {
			for phrase := range strings.SplitSeq(phrases, ", ") {
				all[lang.Fold(phrase)] = foreignTime{when[0], unit(when[1])}
			}
		}
		return all
	}()
	longestForeign = 3 // words
)

// foreignTime is the day, week or month so many before the current one: at most two days, one week or month.
type foreignTime struct {
	ago  int
	unit unit
}

// in returns the period of so many words.
func (t foreignTime) in(c calendar, words int) period {
	return period{span: c.back(t.ago, t.unit), words: words, alone: true, name: t.String()}
}

// String names it in English.
func (t foreignTime) String() string {
	if t.unit == day {
		return [...]string{"today", "yesterday", "the day before yesterday"}[t.ago]
	}
	return [...]string{"this", "last"}[t.ago] + map[unit]string{week: " week", month: " month"}[t.unit]
}

// foreign reads a time in another language than English.
func (s sentence) foreign(c calendar, i int) (period, bool) {
	phrase := s.at(i)
	for n := 1; n <= longestForeign; n++ {
		if t, ok := foreignTimes[phrase]; ok {
			return t.in(c, n), true
		}
		next := s.next(i + n - 1)
		if next == "" {
			break
		}
		phrase += " " + next
	}
	return period{}, false
}
