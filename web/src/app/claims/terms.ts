import { type Claim, type Proof, proofs } from "./claim";

const { cited, indexed, mainJob, others, own } = proofs;

const terms = (words: string, ...shownBy: Proof[]): Claim => ({
  where: "web/src/features/policies/terms.tsx",
  words,
  shownBy,
});

/** What the sentences of the terms promise. */
export const termsClaims: readonly Claim[] = [
  terms("it indexes and organises them by AI, so that you can ask for them in plain words", mainJob, indexed),
  terms("with the passages that they rest on", cited),
  terms("each person’s for that person alone", own),
  terms("that much, no more, and for as long as you keep it here", others, [
    "internal/app/trash_test.go",
    "what rested for 30 days is swept away",
  ]),
  terms("Engram keeps a copy of a page or a tweet so that you can read and find it", proofs.stored, proofs.tweets),
  terms("File size, storage quotas and rate limits apply.", proofs.limits, [
    "internal/app/account_test.go",
    "attempts beyond the rate are answered 429",
  ]),
  terms("Plans differ in how much you can keep and ask.", proofs.limits),
  terms("They depend on your plan and on the server", proofs.limits, [
    "internal/plan/tier_test.go",
    "every enforced limit",
  ]),
  terms("a page can be saved badly or be gone at its source", [
    "web/e2e/memory.spec.ts",
    "a failed page says why and can be tried again",
  ]),
];
