import { type Claim, proofs } from "./claim";

const LANDING = "web/src/features/landing";
const { cited, found, hosts, limits, lookups, mainJob, others } = proofs;

/** What the sentences of the landing page promise, beside those of its plans. */
export const landingClaims: readonly Claim[] = [
  { where: `${LANDING}/hero.tsx`, words: "Free to start, no card.", shownBy: [limits] },
  { where: `${LANDING}/features.tsx`, words: "Paste an address, choose a PDF, write a line.", shownBy: [mainJob] },
  {
    where: `${LANDING}/features.tsx`,
    words: "There are no folders to keep.",
    shownBy: [["internal/memory/url_test.go", "func TestKindOf"]],
  },
  {
    where: `${LANDING}/steps.tsx`,
    words: "Engram reads it, keeps the words and learns what it is about.",
    shownBy: [mainJob, proofs.indexed],
  },
  { where: `${LANDING}/steps.tsx`, words: "Ask what you half remember.", shownBy: [found] },
  { where: `${LANDING}/steps.tsx`, words: "Get the answer, and the page it was on.", shownBy: [mainJob, cited] },
  { where: `${LANDING}/call.tsx`, words: "Free for as long as you like.", shownBy: [limits] },
  { where: `${LANDING}/testimonials.tsx`, words: "one question finds all three", shownBy: [found] },
  {
    where: `${LANDING}/faq.tsx`,
    words: "It stays on the server that Engram runs on, which can be your own.",
    shownBy: [hosts, lookups],
  },
  {
    where: `${LANDING}/faq.tsx`,
    words: "videos and sound from YouTube, Vimeo, SoundCloud and nine other services.",
    shownBy: [["internal/memory/player_test.go", "func TestPlayerOf"]],
  },
  {
    where: `${LANDING}/faq.tsx`,
    words: "Whoever runs the server also has everything in one folder",
    shownBy: [["internal/app/backup_test.go", "func TestRestoreRehearsal"], others],
  },
  {
    where: `${LANDING}/works-with.tsx`,
    words: "OpenAPI",
    shownBy: [["internal/httpapi/contract_test.go", "func TestContract"]],
  },
];
