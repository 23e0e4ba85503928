/** A question on its way to the box at home: it travels as the state of the location. */

/** How to navigate there, to ask a question; without one, to type it. */
export function toAsk(question: string): { state: { ask: string } } {
  return { state: { ask: question } };
}

/** What is to be asked where this led. Whatever once stood in this tab's history comes here. */
export function questionIn(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("ask" in state)) return undefined;
  return typeof state.ask === "string" ? state.ask : undefined;
}
