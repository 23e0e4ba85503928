package text

import (
	"strings"
	"testing"

	"engram/internal/lang"
)

// TestFamilies stems the forms of words, which stand on one line each: those of a line have one
// stem, and no two lines the same.
func TestFamilies(t *testing.T) {
	for in, lines := range map[lang.Lang]string{
		lang.Polish: `notatka notatki notatkę notatce notatek notatkami notatkach
			noga nogi nodze nogami
			ręka ręki ręce rękami rękach
			kot kota kotu kotem koty kotów kotami
			woda wody wodzie wodą
			szkoła szkoły szkole szkołę
			samochód samochodu samochodem samochodzie samochody samochodów
			lekarz lekarza lekarzowi lekarze lekarzy
			umowa umowy umowę umowie
			rower roweru rowerze rowery rowerów
			przepis przepisu przepisy przepisów przepisami
			zamówić zamówiłem zamówiłam
			mieszkanie mieszkania mieszkaniu mieszkaniem
			ubezpieczenie ubezpieczenia ubezpieczeniu
			kość kości kościach
			kobieta kobiety kobiecie kobietom
			ciasto ciasta ciastem
			rachunek rachunku rachunki rachunków
			gruby grubego grubą grubych
			hasło hasła hasłem`,
		lang.Turkish: `kitap kitaplar kitapları kitaplarım kitaptan kitapta
			kedi kediler kedileri kedinin
			ev evler evde evden evin
			köpek köpeği köpekler köpeğin
			gözlük gözlükler gözlüğü
			telefon telefonlar telefonda telefonun
			toplantı toplantılar toplantıda toplantının
			fatura faturalar faturayı faturanın
			araba arabalar arabanın arabada
			kadın kadınlar kadının
			okul okullar okulda okulun
			reçete reçeteler reçetesi reçetede
			doktor doktorlar doktorun
			yazı yazılar yazılarda
			sigorta sigortanın sigortalar`,
	} {
		of := map[string]string{}
		for line := range strings.Lines(lines) {
			forms := strings.Fields(line)
			first := Terms(forms[0], in)[0]
			for _, form := range forms {
				if got := Terms(form, in)[0]; got != first {
					t.Errorf("%s: %s is stemmed to %s, %s to %s", in, form, got, forms[0], first)
				}
			}
			if of[first] != "" {
				t.Errorf("%s: %s and %s are both %s", in, of[first], forms[0], first)
			}
			of[first] = forms[0]
		}
	}
}
