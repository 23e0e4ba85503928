/** What a text promises, and the tests that show it. */
export type Claim = {
  /** From the root of the repository. */
  where: string;
  /** As they stand there, but for line breaks. */
  words: string;
  /** Tests, each as its file and a piece of its name. */
  shownBy: readonly Proof[];
};

/** A test: its file and a piece of its name. */
export type Proof = readonly [file: string, name: string];

const APP = "internal/app";
const E2E = "web/e2e";

/** Tests that show more than one claim. */
export const proofs = {
  cited: [`${E2E}/memory.spec.ts`, "a citation opens its memory at the words"],
  fetched: [`${APP}/figure_test.go`, "func TestFigures"],
  found: ["internal/recall/meaning_test.go", "func TestMeaning"],
  hosts: ["internal/archtest/hosts_test.go", "func TestHosts"],
  indexed: [`${APP}/embed_test.go`, "func TestEmbedding"],
  limits: [`${APP}/billing_test.go`, "limits follow the plan at once"],
  lookups: ["cmd/engram/lookups_test.go", "func TestPersonalModeMakesNoRequestsBeforeASave"],
  mainJob: [`${E2E}/main-job.spec.ts`, "the whole main job"],
  others: ["internal/store/stranger_test.go", "func testStrangers"],
  own: ["internal/recall/engine_test.go", "another user's memories are never found"],
  private: [`${APP}/answer_test.go`, "func TestPrivateUsers"],
  sent: [`${APP}/answer_test.go`, "only the question and its passages are sent to the endpoint"],
  signed: [`${APP}/upload_test.go`, "func TestUploads"],
  spied: [`${APP}/room_test.go`, "func TestHostilePagesInTheReadingRoom"],
  stored: [`${APP}/kept_test.go`, "func TestWhatIsReadIsKept"],
  tweets: [`${APP}/tweet_test.go`, "a tweet deleted upstream stays readable"],
} as const satisfies Record<string, Proof>;
