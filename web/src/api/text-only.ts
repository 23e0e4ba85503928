/** A link to a file or a picture of ours, which opens it without a sign-in. */
const SIGNED = /^(https?:\/\/[^/]+)?\/api\//;

/** Fields that only a server that answers can go on from. */
const OF_NOW = ["change", "nextCursor"];

/** Returns an answer of the API with its words alone: without signed links, and without where the list goes on. */
export function textOnly(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(textOnly);
  if (typeof answer === "string") return SIGNED.test(answer) ? "" : answer;
  if (answer === null || typeof answer !== "object") return answer;
  const fields = Object.entries(answer).filter(([name]) => !OF_NOW.includes(name));
  return Object.fromEntries(fields.map(([name, value]) => [name, textOnly(value)]));
}
