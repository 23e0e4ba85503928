import { type Claim, type Proof, proofs } from "./claim";

const LISTED = [
  "web/src/app/claims.test.ts",
  "lists every key that is written to the browser",
] as const satisfies Proof;
const E2E = "web/e2e";

const cookies = (words: string, ...shownBy: Proof[]): Claim => ({
  where: "web/src/features/policies/cookies.tsx",
  words,
  shownBy,
});

/** What the sentences of the cookie policy promise. */
export const cookiesClaims: readonly Claim[] = [
  cookies("it writes to your browser’s storage", LISTED),
  cookies("Keeps you signed in", [`${E2E}/routes.spec.ts`, "and a free user home"]),
  cookies("you log out", LISTED, [`${E2E}/trouble.spec.ts`, "what was typed is discarded at log-out"]),
  cookies("Dark or light", LISTED, [`${E2E}/themes.spec.ts`, "keeps its theme"]),
  cookies("Whether single keys do something", [`${E2E}/palette.spec.ts`, "the keys can be switched off"]),
  cookies("The colour that you marked with last", LISTED),
  cookies("Whether the dashboard keeps room for marks that come back", LISTED),
  cookies("How texts are set: their size, width, spacing, typeface and paper", [
    `${E2E}/reading.spec.ts`,
    "by keyboard, in each width and paper",
  ]),
  cookies("What you typed and did not send", [`${E2E}/ask.spec.ts`, "a typed one survives a reload"]),
  cookies("What you wrote in a note and is not saved yet", [
    `${E2E}/write.spec.ts`,
    "a lost connection and a reload lose nothing",
  ]),
  cookies("What you shared to the app or saved without a connection, until the server has it", [
    `${E2E}/phones.spec.ts`,
    "what is saved meanwhile is sent once",
  ]),
  cookies("it is sent, or you log out", [`${E2E}/phones.spec.ts`, "a log-out leaves nothing"]),
  cookies("The words of your newest 60 memories and your account’s name, for when the server can’t be reached", [
    `${E2E}/phones.spec.ts`,
    "without a connection the last memories are there",
  ]),
  cookies("you log out, or your session ends", [
    `${E2E}/phones.spec.ts`,
    "a session that ended elsewhere leaves nothing of its memories here",
  ]),
  cookies("there is a newer version", [`${E2E}/phones.spec.ts`, "a deploy: the next load is the new build"]),
  cookies("The app itself, for when the server can’t be reached", [
    `${E2E}/phones.spec.ts`,
    "without a connection the last memories are there",
  ]),
  cookies("That you have seen the welcome on the dashboard", LISTED),
  cookies("so that nobody else on this device is shown them", [
    `${E2E}/trouble.spec.ts`,
    "hides what was typed from the next user",
  ]),
  cookies("What a program that wants to connect asks for, while you sign in", LISTED),
  cookies("you answer, or close the tab", LISTED),
  cookies("Where you were in the list", [`${E2E}/shelf.spec.ts`, "the scroll position is restored"]),
  cookies("YouTube’s is loaded from the address that sets none before you play.", [
    "internal/memory/player_test.go",
    "func TestPlayerOf",
  ]),
  cookies("rests on the server, with your account", LISTED),
  cookies("No page of Engram counts its visitors in their browsers or calls a service that does.", proofs.hosts, [
    `${E2E}/landing.spec.ts`,
    "loads from its own server only",
  ]),
  cookies("logging out removes the token", [`${E2E}/trouble.spec.ts`, "what was typed is discarded at log-out"]),
  cookies("Nothing of this storage leaves your browser but what waits to be saved and the token", LISTED),
  cookies("people who share a server do not see each other’s data", proofs.others),
  cookies("you clear it", LISTED),
  cookies("you close the tab", [`${E2E}/ask.spec.ts`, "a typed one survives a reload"]),
  cookies("How far you had read a page", [`${E2E}/shelf.spec.ts`, "the scroll position is restored"]),
  cookies("all that is listed above", LISTED),
  cookies("Without the token you can’t stay signed in", [`${E2E}/profile.spec.ts`, "it needs a token"]),
  cookies("the rest makes the app look and behave as you left it", LISTED),
  cookies("none in your browser.", LISTED),
  cookies("Analytics:", proofs.hosts),
  cookies("You are then signed out, and nothing that you saved is lost.", [
    `${E2E}/routes.spec.ts`,
    "it leads to sign-in and back to the same place",
  ]),
  cookies("a program that uses the API sends its token with each request", [
    "internal/app/account_test.go",
    "API-04 a wrong or missing token answers 401 on every authenticated call",
  ]),
  cookies("The server counts requests and searches to keep limits and to stay in order.", [
    "internal/app/metrics_test.go",
    "func TestMetrics",
  ]),
  cookies("go to the address on", [`${E2E}/policies.spec.ts`, "leads to the support address"]),
];
