package lang

var italian = Words{
	Tag: "it",
	Stop: `a ad agli ai al alla alle allo anche c che chi ci come con cosa da dagli dai dal dall dalla dalle de degli dei del
	dell della delle dello di dove e ed era erano essere gli ha hanno i il in io l la le lei lo loro lui ma mi mia mio
	ne negli nei nel nell nella nelle noi non o per perche piu qual quale quali quando quanta quante quanti quanto quella
	quello questa questo se si sia sono sta su sua sue sugli sui sul sulla suo suoi ti tra tu tutti un una uno vi`,
}
