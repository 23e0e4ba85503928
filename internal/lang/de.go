package lang

var german = Words{
	Tag: "de",
	Stop: `aber alle als also am an auch auf aus bei bin bis bist da dann das dass dein dem den denn der des die dies diese
	diesem diesen dieser dieses doch du durch ein eine einem einen einer eines er es euch fur gegen hab habe haben hat
	hatte hier ich ihm ihn ihr ihre im in ins ist ja kann kein keine man mein mich mir mit nach nicht noch nur ob oder
	ohne sehr sein seine sich sie sind so uber um und uns unter vom von vor war waren warum was weil welche welcher
	welches wenn wer werden wie wieviel wir wird wo zu zum zur`,
}
