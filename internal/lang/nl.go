package lang

var dutch = Words{
	Tag: "nl",
	Stop: `aan al als bij dan dat de der deze die dit doen door een en er ge geen had heb hebben heeft het hier hij hoe hoeveel
	hun iets ik in is ja je kan maar meer men met mij mijn naar niet nog nu of om omdat ons onder ook op over te toen tot
	uit van veel voor waar waarom wanneer waren was wat welke werd wie wij worden zal ze zich zij zijn zo zou`,
}
