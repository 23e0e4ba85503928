import { readFileSync } from "node:fs";

/** Sample answers of the service, which the server's tests use too. */
export const SAMPLES = {
  plain: "1790017000000134623",
  photo: "1790117000000926523",
  photos: "1790217000001718423",
  video: "1790317000002510323",
  quote: "1790417000003302223",
  reply: "1790617000004886023",
  long: "1790717000005677923",
  business: "1790817000006469823",
  odd: "1791517000012013123",
} as const;

export type SampleName = keyof typeof SAMPLES;

/** Returns the data of a sample with these members replaced. */
export function sample(name: SampleName, members: object = {}): Record<string, unknown> {
  const file = `../internal/tweet/tweettest/tweets/${SAMPLES[name]}.json`;
  return { ...JSON.parse(readFileSync(file, "utf8")), ...members };
}

/** Returns a seeded random generator from 0 to 1, so that failures are reproducible. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
