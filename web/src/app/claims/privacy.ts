import { type Claim, type Proof, proofs } from "./claim";

const APP = "internal/app";
const E2E = "web/e2e";
const { fetched, hosts, indexed, lookups, mainJob, others, own, sent, spied, stored, tweets } = proofs;

const privacy = (words: string, ...shownBy: Proof[]): Claim => ({
  where: "web/src/features/policies/privacy.tsx",
  words,
  shownBy,
});

/** What the sentences of the privacy policy promise. */
export const privacyClaims: readonly Claim[] = [
  privacy("What you save is kept on the server that you use", hosts, lookups),
  privacy("with the text and the pictures read from them", stored),
  privacy("what you mark in them with its colour and your remark", stored, [
    `${APP}/highlight_test.go`,
    "a highlight is changed, deleted, and nobody else's",
  ]),
  privacy("which happens on the server", [`${APP}/scan_test.go`, "func TestScansAreRecognised"]),
  privacy("structured data that comes with what you save: titles, authors, dates, tags", [
    "internal/capture/page/page_test.go",
    "func TestReadPageMetadata",
  ]),
  privacy("passages, and numbers that stand for what each means", indexed),
  privacy("your username, a hash of your password", [
    "internal/account/token_test.go",
    "func TestWhatIsKeptOfAPassword",
  ]),
  privacy("how many searches you made today", [`${APP}/profile_test.go`, "LIMIT-10 the usage follows what is done"]),
  privacy("where you are signed in: the kind of browser and system", [
    `${APP}/profile_test.go`,
    "a session shows its device, but neither token nor address",
  ]),
  privacy("each with its time and the kind of device", [
    `${APP}/profile_test.go`,
    "PROF-13 changes of an account are listed for its user, with their device",
  ]),
  privacy("for ninety days, so that strangers who try your name do not keep you out", [
    "internal/account/service_test.go",
    "an address is known for ninety days after its last use",
  ]),
  privacy("so that the same question is answered sooner", [
    "internal/embed/local_test.go",
    "the same question is encoded once",
  ]),
  privacy("which keep others from guessing your password", [
    "internal/account/service_test.go",
    "sign-in attempts for one name are limited across all addresses",
  ]),
  privacy("is kept to tell you of it, and for nothing else", [
    `${APP}/visitor_test.go`,
    "API-42 API-43 an email joins each list once",
  ]),
  privacy("a text is cut into passages, and what each of them means is kept as numbers beside its words", indexed),
  privacy("which are the answer with its sources and the memories beside it", mainJob),
  privacy("All of this happens on the server.", hosts, lookups),
  privacy("The operator can also leave the AI out: search then goes by words.", [
    `${APP}/encoder_test.go`,
    "func TestEncoderCanBeTurnedOff",
  ]),
  privacy("serves you alone: your own memories decide", own),
  privacy("Your content is not sold, not used for advertising, and does not train models.", hosts, sent),
  privacy("people can share a server", others),
  privacy("The server fetches their pages in your place", fetched),
  privacy("They see the server, not you.", spied),
  privacy("The server asks them for titles and captions.", [
    "internal/capture/video/service_test.go",
    "func TestServices",
  ]),
  privacy(
    "your browser loads their player, and they see your network address",
    [`${E2E}/player.spec.ts`, "a preview plays on a click, and nothing is requested before"],
    [`${E2E}/player.spec.ts`, "without a preview the player loads when it is near"],
  ),
  privacy("The server reads the tweet and keeps it", tweets),
  privacy("your browser loads its pictures and videos from that network", [
    `${E2E}/tweet.spec.ts`,
    "tweets are shown with all their parts",
  ]),
  privacy("which never reach us, and tells us your email address and whether you have paid", [
    `${APP}/stripe_test.go`,
    "a year of Pro, with the customer's email",
  ]),
  privacy("in processes of their own with tight limits", [
    `${APP}/sandbox_linux_test.go`,
    "func TestTheReaderOfPDFsIsConfined",
  ]),
  privacy("The pages that you see run none but Engram’s own scripts", [
    "internal/webui/webui_test.go",
    "unknown paths serve the app, with its policy",
  ]),
  privacy(
    "export your content: one archive has all of it, as pages to read, as Markdown, as data that other programs read, and every file as it was",
    [`${APP}/export_test.go`, "an archive has everything that the user has, and nothing of another"],
    ["internal/export/export_test.go", "func TestArchive"],
  ),
  privacy(
    "You can delete your whole account. It takes your password and your name, your membership ends first, and everything in it is gone within the hour.",
    [`${APP}/deletion_test.go`, "func TestNothingOfADeletedAccountIsLeft"],
    [`${APP}/deletion_test.go`, "func TestADeletedPersonIsNeverCharged"],
  ),
  privacy(
    "delete your content: a deleted memory shows in no answer",
    [`${APP}/conversation_test.go`, "API-30 a deleted memory is removed from answers at once, also from kept ones"],
    [`${APP}/trash_test.go`, "what rested for 30 days is swept away"],
  ),
  privacy("then its file goes with it.", [`${APP}/upload_test.go`, "a deleted document's link and file are gone"]),
  privacy("which outside AI is sent anything, if any, is set on the server", proofs.private),
  privacy("The support address stands on the page", [`${E2E}/policies.spec.ts`, "leads to the support address"]),
  privacy("goes when those are replaced", ["internal/backup/folder_test.go", "func TestTheNewestOfEachKindAreKept"]),
];
