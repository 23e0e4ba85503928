import type { Claim } from "./claims/claim";
import { cookiesClaims } from "./claims/cookies";
import { landingClaims } from "./claims/landing";
import { privacyClaims } from "./claims/privacy";
import { termsClaims } from "./claims/terms";

const LANDING = "web/src/features/landing";
const PRIVACY = "web/src/features/policies/privacy.tsx";
const COOKIES = "web/src/features/policies/cookies.tsx";
const TERMS = "web/src/features/policies/terms.tsx";
const README = "README.md";
const TIERS = "internal/plan/tier.go";

const APP = "internal/app";
const E2E = "web/e2e";

const MAIN_JOB = [`${E2E}/main-job.spec.ts`, "the whole main job"] as const;
const STRANGERS = ["internal/store/stranger_test.go", "func testStrangers"] as const;
const TIER_WORDS = ["internal/plan/tier_test.go", "LAND-17 LAND-18 LAND-19 UPG-07 UPG-08 what the tiers hold"] as const;
const TIER_LIMITS = [
  "internal/plan/tier_test.go",
  "every enforced limit is among the plans, and unlimited ones say how",
] as const;
const ACCOUNT = [`${APP}/account_test.go`, "API-07 signup and signin answer 200 with a token"] as const;
const LIMITS = [`${APP}/billing_test.go`, "limits follow the plan at once"] as const;
const TERM = ["internal/conversation/term_test.go", "the sweep leaves 90 days"] as const;
const CITED = [`${E2E}/memory.spec.ts`, "a citation opens its memory at the words"] as const;
const SENT = [`${APP}/answer_test.go`, "only the question and its passages are sent to the endpoint"] as const;
const HASHED = ["internal/account/token_test.go", "func TestWhatIsKeptOfAPassword"] as const;
const HOSTS = ["internal/archtest/hosts_test.go", "func TestHosts"] as const;
const REFUSED = ["internal/answer/extractive/extractive_test.go", "ASK-15 when the memories hold no answer"] as const;
const FORGOTTEN = [
  `${APP}/conversation_test.go`,
  "API-30 a deleted memory is removed from answers at once, also from kept ones",
] as const;
const SIGNED = [`${APP}/upload_test.go`, "func TestUploads"] as const;
const EXPORTED = [
  [`${APP}/export_test.go`, "an archive has everything that the user has, and nothing of another"],
  ["internal/export/export_test.go", "func TestArchive"],
] as const;
const DELETED = [`${APP}/deletion_test.go`, "func TestNothingOfADeletedAccountIsLeft"] as const;
const KEYS = [`${E2E}/palette.spec.ts`, "the keys can be switched off"] as const;

/** What the public pages, the plans and the README promise, and the tests that show it. */
export const claims: readonly Claim[] = [
  ...landingClaims,
  ...privacyClaims,
  ...termsClaims,
  ...cookiesClaims,

  { where: `${LANDING}/hero.tsx`, words: "Save links, videos, tweets, papers and notes", shownBy: [MAIN_JOB] },
  { where: `${LANDING}/hero.tsx`, words: "get an answer with the page it came from", shownBy: [MAIN_JOB, CITED] },
  {
    where: `${LANDING}/hero.tsx`,
    words: "One program that you run yourself",
    shownBy: [[`${APP}/life_test.go`, "func TestSecondStart"]],
  },
  {
    where: `${LANDING}/features.tsx`,
    words: "each keep their own shape",
    shownBy: [[`${E2E}/cards.spec.ts`, "cards of every kind and state"]],
  },
  { where: `${LANDING}/features.tsx`, words: "each with a number that opens the line it rests on", shownBy: [CITED] },
  {
    where: `${LANDING}/features.tsx`,
    words: "Everything is sorted by kind as it arrives",
    shownBy: [["internal/memory/url_test.go", "func TestKindOf"]],
  },
  {
    where: `${LANDING}/features.tsx`,
    words: "are found together, by what they mean",
    shownBy: [["internal/recall/meaning_test.go", "func TestMeaning"]],
  },
  {
    where: `${LANDING}/features.tsx`,
    words: "What the dashboard does has a key, and one box finds it by its name",
    shownBy: [KEYS, ["web/src/app/use-actions.test.tsx", "every action is found by its name"]],
  },
  { where: `${LANDING}/features.tsx`, words: "taken down whenever you like", shownBy: [FORGOTTEN] },
  { where: `${LANDING}/feature-views.tsx`, words: "Shown to your account alone", shownBy: [STRANGERS] },
  {
    where: `${LANDING}/feature-views.tsx`,
    words: "One program, no other service",
    shownBy: [[`${APP}/life_test.go`, "func TestSecondStart"]],
  },
  { where: `${LANDING}/feature-views.tsx`, words: "The answers forget it too", shownBy: [FORGOTTEN] },
  { where: `${LANDING}/testimonials.tsx`, words: "it gave me the page", shownBy: [CITED] },
  { where: `${LANDING}/testimonials.tsx`, words: "It says so when it does not know", shownBy: [REFUSED] },
  {
    where: `${LANDING}/steps.tsx`,
    words: "in the background",
    shownBy: [[`${APP}/memory_test.go`, "saving returns at once with a pending memory"]],
  },
  { where: `${LANDING}/faq.tsx`, words: "belongs to one account and is shown to nobody else", shownBy: [STRANGERS] },
  {
    where: `${LANDING}/faq.tsx`,
    words: "Passwords are kept as Argon2id hashes",
    shownBy: [HASHED],
  },
  { where: `${LANDING}/faq.tsx`, words: "a file opens through a signed link that ends", shownBy: [SIGNED] },
  { where: `${LANDING}/faq.tsx`, words: "what you delete is gone from the answers as well", shownBy: [FORGOTTEN] },
  {
    where: `${LANDING}/faq.tsx`,
    words: "Texts go to an AI service only if whoever runs the server has named one",
    shownBy: [SENT, HOSTS],
  },
  {
    where: `${LANDING}/faq.tsx`,
    words: "PDF documents, read page by page",
    shownBy: [[`${E2E}/memory.spec.ts`, "a citation of a PDF opens it at its page"]],
  },
  {
    where: `${LANDING}/faq.tsx`,
    words:
      "in one archive: as pages that any browser reads offline, as Markdown that Obsidian opens, as JSON, with every file",
    shownBy: EXPORTED,
  },
  {
    where: `${LANDING}/faq.tsx`,
    words: "Bookmarks and a table are there as well",
    shownBy: [[`${APP}/export_test.go`, "bookmarks and a table serve other programs"]],
  },
  {
    where: `${LANDING}/faq.tsx`,
    words: "with PostgreSQL the files are in the folder and the rest is in the database",
    shownBy: [["internal/store/main_test.go", "func TestPostgres"], SIGNED],
  },
  {
    where: `${LANDING}/call.tsx`,
    words: "No card, no trial clock",
    shownBy: [ACCOUNT, LIMITS],
  },

  {
    where: TIERS,
    words: "searches per day",
    shownBy: [TIER_WORDS, [`${APP}/search_test.go`, "LIMIT-04 a free user has the day's searches"]],
  },
  {
    where: TIERS,
    words: "document storage",
    shownBy: [TIER_WORDS, [`${APP}/search_test.go`, "LIMIT-03 a Pro user has at most the documents"]],
  },
  {
    where: TIERS,
    words: "Unlimited searches",
    shownBy: [[`${APP}/search_test.go`, "LIMIT-05 Pro searches are unlimited"]],
  },
  {
    where: TIERS,
    words: "Up to %d memories",
    shownBy: [
      TIER_LIMITS,
      [`${APP}/race_test.go`, "LIMIT-01 ROLE-03 ROLE-07 of 200 concurrent notes a free user stores 100"],
    ],
  },
  {
    where: TIERS,
    words: "PDFs of up to %d MB",
    shownBy: [
      TIER_LIMITS,
      [`${APP}/upload_test.go`, "API-46 VAL-18 LIMIT-07 a file of no format that is read, or too large, is refused"],
    ],
  },
  {
    where: TIERS,
    words: "Unlimited uploads: as many documents as you like over time",
    shownBy: [
      TIER_LIMITS,
      [`${APP}/upload_test.go`, "API-31 a deleted document's link and file are gone, and another can be uploaded"],
    ],
  },

  {
    where: PRIVACY,
    words: "Nothing is reported to the makers of Engram",
    shownBy: [
      HOSTS,
      [
        `${E2E}/landing.spec.ts`,
        "loads from its own server only, does not shift while loading, and plays its example once",
      ],
    ],
  },
  {
    where: PRIVACY,
    words: "Neither a network address nor a place is kept",
    shownBy: [[`${APP}/profile_test.go`, "a session shows its device, but neither token nor address"]],
  },
  {
    where: PRIVACY,
    words: "Of each kind the latest hundred entries are kept, for a year at most",
    shownBy: [
      [`${APP}/profile_test.go`, "a page has fifty events, a kind a hundred, and an invalid cursor is refused"],
      ["internal/audit/audit_test.go", "events older than a year are neither listed nor kept"],
    ],
  },
  {
    where: PRIVACY,
    words: "for as long as you choose in your settings",
    shownBy: [TERM, ["web/src/features/settings/keep-conversations.test.tsx", "says what will be deleted"]],
  },
  {
    where: PRIVACY,
    words: "they are in no list, and are deleted about an hour after their last question",
    shownBy: [
      TERM,
      ["internal/httpapi/conversation_test.go", "a conversation that is not kept takes follow-ups, and is in no list"],
    ],
  },
  {
    where: PRIVACY,
    words: "Only where its operator has named an outside AI service are passages and queries sent there",
    shownBy: [SENT, HOSTS],
  },
  { where: PRIVACY, words: "no search of one person finds what another has saved", shownBy: [STRANGERS] },
  {
    where: PRIVACY,
    words: "we store hashes",
    shownBy: [
      HASHED,
      [`${APP}/life_test.go`, "func TestLogHoldsNoSecrets"],
      ["internal/account/token_test.go", "func TestToken"],
    ],
  },
  {
    where: PRIVACY,
    words: "do not use it for thirty days",
    shownBy: [["internal/account/service_test.go", "a session ends when it was not used for thirty days"]],
  },
  { where: PRIVACY, words: "until then it opens to whoever has the link", shownBy: [SIGNED] },
  {
    where: PRIVACY,
    words: "For a file that you upload nothing is fetched",
    shownBy: [[`${APP}/room_test.go`, "func TestFilesAskNothingOfTheWeb"]],
  },
  {
    where: PRIVACY,
    words: "an address that you save can’t lead the server into its own network",
    shownBy: [["internal/capture/fetch/guard_test.go", "func TestGuardRefusesWhatIsNotPublic"]],
  },
  {
    where: PRIVACY,
    words: "is shut into a frame that sees nothing of yours",
    shownBy: [["internal/webui/webui_test.go", "VIDEO-04 the player's page has no origin"]],
  },
  {
    where: PRIVACY,
    words:
      "a deleted memory shows in no answer, and rests in your trash for 30 days or until you empty it; then its file goes with it",
    shownBy: [
      FORGOTTEN,
      [`${APP}/trash_test.go`, "what rested for 30 days is swept away"],
      [`${APP}/upload_test.go`, "a deleted document's link and file are gone"],
    ],
  },
  {
    where: PRIVACY,
    words: "switch in your settings turns it off for you",
    shownBy: [[`${APP}/answer_test.go`, "func TestPrivateUsers"]],
  },
  {
    where: PRIVACY,
    words: "your profile shows what you use of your plan",
    shownBy: [[`${APP}/profile_test.go`, "LIMIT-10 the usage follows what is done, and the plan"]],
  },

  {
    where: COOKIES,
    words: "It sets no cookies in the narrow sense",
    shownBy: [[`${E2E}/themes.spec.ts`, "leaves what the cookie policy lists"]],
  },
  {
    where: COOKIES,
    words: "This is all of it:",
    shownBy: [["web/src/app/claims.test.ts", "lists every key that is written to the browser"]],
  },
  {
    where: COOKIES,
    words: "the switch in your settings turns them off for you",
    shownBy: [[`${APP}/answer_test.go`, "func TestPrivateUsers"]],
  },
  {
    where: COOKIES,
    words: "The API neither sets nor reads cookies",
    shownBy: [[`${E2E}/themes.spec.ts`, "leaves what the cookie policy lists"]],
  },

  {
    where: TERMS,
    words: "keeping web pages, videos, tweets, documents and notes, with the text read from them",
    shownBy: [MAIN_JOB, [`${APP}/tweet_test.go`, "a tweet deleted upstream stays readable"]],
  },
  { where: TERMS, words: "many people on one server, each with memories of their own", shownBy: [STRANGERS] },
  {
    where: TERMS,
    words: "What each holds and costs stands where it is offered, and so does the money-back guarantee",
    shownBy: [TIER_WORDS, [`${E2E}/upgrade.spec.ts`, "UPG-01 to UPG-11 the plans, yearly and monthly"]],
  },
  {
    where: TERMS,
    words: "Pro is paid in advance, by the month or by the year, and goes on until you cancel it",
    shownBy: [[`${APP}/billing_test.go`, "API-37 the membership shows its cycle and next payment, to its user only"]],
  },
  {
    where: TERMS,
    words: "You can export or delete your content and change your AI learning preferences at any time",
    shownBy: [...EXPORTED, FORGOTTEN, DELETED, [`${APP}/answer_test.go`, "func TestPrivateUsers"]],
  },
  {
    where: TERMS,
    words: "You can see usage analytics and logs that concern your account",
    shownBy: [
      [`${APP}/usage_test.go`, "func TestWhatIsUsed"],
      [`${APP}/profile_test.go`, "PROF-13 changes of an account are listed for its user, with their device"],
    ],
  },
  { where: TERMS, words: "What you have already saved stays when a limit is reached", shownBy: [LIMITS] },
  {
    where: TERMS,
    words: "An answer names the passages that it rests on",
    shownBy: [["internal/answer/extractive/extractive_test.go", "API-34 each citation is"], CITED],
  },
  {
    where: TERMS,
    words: "your account and your memories stay, with the limits of the free plan for whatever you add",
    shownBy: [LIMITS],
  },
  { where: TERMS, words: "the plans tell how much you can keep, upload and ask", shownBy: [TIER_WORDS, TIER_LIMITS] },
  {
    where: TERMS,
    words: "the app says so when you reach a limit",
    shownBy: [["web/src/features/memories/add/add-panel.test.tsx", "Limit reached, Upgrade to Pro"]],
  },
  {
    where: TERMS,
    words: "A subscription that you cancel ends at once",
    shownBy: [[`${E2E}/profile.spec.ts`, "Pro is bought, shown, kept, cancelled and gone"]],
  },

  {
    where: README,
    words: "a note is searchable when its request returns",
    shownBy: [[`${APP}/memory_test.go`, "func TestMemories"]],
  },
  {
    where: README,
    words: "a password change (by call) ends every other session",
    shownBy: [[`${APP}/account_test.go`, "API-17 API-18 API-19 resetpassword"]],
  },
  {
    where: README,
    words: "in any charset",
    shownBy: [[`${APP}/memory_test.go`, "a page in another charset, a PDF and a text behind an address are read"]],
  },
  {
    where: README,
    words: "A PDF is read page by page, in a child process",
    shownBy: [["internal/capture/pdf/pdf_test.go", "func TestReadFileMistrustsItsChild"]],
  },
  {
    where: README,
    words: "is tried again when that can help",
    shownBy: [[`${APP}/memory_test.go`, "a temporary failure is retried"]],
  },
  {
    where: README,
    words: "with stemming in thirteen languages",
    shownBy: [["internal/recall/text/text_test.go", "func TestStemmedLanguages"]],
  },
  {
    where: README,
    words: "answer of at most three sentences taken word for word",
    shownBy: [["internal/answer/extractive/extractive_test.go", "a sentence is quoted once, and at most three are"]],
  },
  {
    where: README,
    words: "players of twelve services",
    shownBy: [["internal/memory/player_test.go", "func TestPlayerOf"]],
  },
  {
    where: README,
    words: "read without JavaScript",
    shownBy: [[`${E2E}/prerender.spec.ts`, "without JavaScript"]],
  },
  {
    where: README,
    words: "without a key, at a test checkout where no card is charged",
    shownBy: [[`${APP}/billing_test.go`, "a month of Pro, from the first click to the last"]],
  },
  {
    where: README,
    words: "proves that what is kept agrees with itself and repairs what can be made again",
    shownBy: [[`${APP}/check_test.go`, "a second check finds nothing"]],
  },
  {
    where: README,
    words: "the rate of sign-in tries is counted by address",
    shownBy: [["internal/httpapi/route/caller_test.go", "func TestCaller"]],
  },
  {
    where: README,
    words: "stays readable when it is gone",
    shownBy: [[`${APP}/tweet_test.go`, "a tweet deleted upstream stays readable"]],
  },
  {
    where: README,
    words: "The same address twice is noticed",
    shownBy: [[`${APP}/refresh_test.go`, "func TestTheSameAddressTwice"]],
  },
  {
    where: README,
    words: "When nothing covers the question it says so",
    shownBy: [REFUSED],
  },
  {
    where: README,
    words: "deletions that can be taken back",
    shownBy: [[`${E2E}/shelf.spec.ts`, "it is undone from its toast by keyboard, and by Z"]],
  },
  {
    where: README,
    words: "a window at a time of thousands of memories",
    shownBy: [[`${E2E}/scale.spec.ts`, "HOME-12 HOME-22 API-27 thousands of memories"]],
  },
  {
    where: README,
    words: "Limits are enforced in the transaction that saves",
    shownBy: [[`${APP}/race_test.go`, "func TestRaces"]],
  },
  { where: README, words: "ends within 10 seconds", shownBy: [[`${APP}/life_test.go`, "func TestStop"]] },
];
