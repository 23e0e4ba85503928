/** Beginnings of the sentences on the landing page and in the policies that promise nothing of the program. */
export const noClaims: readonly string[] = [
  // An example, and voices of made-up people.
  "An example.",
  "Asked “What did I save about sleep?”",
  "“A nap helps from an hour up",
  "and “Slept four hours: Monday fine, Tuesday useless”",
  "What a researcher, a student and a professional might say",
  "I had been looking for it since spring.",
  "Four hundred cases, and I ask it",

  // Whom it is for, and names of others.
  "For researchers, students and professionals who save more than they can hold.",
  "A link from the morning paper, the lease you signed, the thought on the stairs.",
  "Anything else, write to us.",
  "vimeo",

  // What heads a list or a section.
  "What Engram keeps, why it keeps it, and how you take it back.",
  "Engram is an AI knowledge platform",
  "We store what you give us, under your account:",
  "Others learn of what you save only as far as they have to:",
  "The sites that you save from.",
  "Services of videos and recordings, such as YouTube.",
  "The network that a tweet is from.",
  "The payment provider, if the operator has one.",
  "You can, on every plan and at any time:",
  "What you may expect of Engram, and what it expects of you.",
  "You upload documents, queries and structured data;",
  "The service comprises:",
  "You agree to:",
  "What Engram leaves in your browser, which is little.",
  "this page says “cookies” for everything that a site leaves in a browser.",
  "You decide what stays:",

  // What people agree on with each other.
  "What you save stays yours.",
  "What you upload stays yours.",
  "What others have made stays theirs.",
  "it gives you no right to publish that copy.",
  "The operator is responsible for the machine",
  "the server’s other records come on request;",
  "ask for data portability: a copy of your data in a common format, for you or for another service.",
  "The operator’s backups from before hold it until they are replaced.",
  "To have your account removed with everything in it, write to the operator of the server",
  "Questions about your data, and requests under this policy, go to the operator of this server.",
  "These terms are between you and the operator of the server that you use.",
  "An account is for one person.",
  "save and upload only what you may lawfully keep",
  "keep your password to yourself",
  "leave the accounts, the data and the service of others in peace",
  "check an answer against its sources before you rely on it.",
  "The Privacy Policy says who else may see any of it, and when.",
  "it is no advice on law, health or money.",
  "The service is offered as it is",
  "You can stop at any time.",
  "The operator may suspend or end an account that breaks these terms",
  "A player of another service, loaded for something that you saved from there, may set cookies of its own",
  "When what Engram keeps in browsers changes, so does this page, with its date.",
  "Last updated:",

  // What a browser does.
  "Browser controls: your browser shows and clears the storage of this site.",
];
