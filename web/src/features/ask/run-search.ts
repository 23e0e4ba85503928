import { ApiError, messageOf } from "@/api/errors";
import { search, type Within } from "./api";
import { type AnsweredState, type AskState, UNEXPECTED } from "./ask-state";
import type { Category, Found } from "./model";

function failureText(error: unknown): string {
  return error instanceof ApiError ? messageOf(error, "An error occurred during search") : UNEXPECTED;
}

function cutOffText(error: unknown): string {
  return `The answer was cut off here. ${messageOf(error, "What has come of it stays.")}`;
}

/** Searches, within what is said, and shows what comes until the signal is aborted. Never rejects. */
export async function runSearch(
  question: string,
  category: Category,
  signal: AbortSignal,
  prepare: () => Promise<unknown>,
  show: (state: AskState) => void,
  within?: Within,
): Promise<void> {
  let began: Date | undefined;
  let soFar: Found | undefined;
  const answered = (found: Found, rest: Pick<AnsweredState, "answering" | "cutOff">): AskState => {
    began ??= new Date();
    return { phase: "answered", question, category, found, at: began, ...rest };
  };
  const prepared = prepare();
  const frames = eachFrame(signal, () => {
    if (soFar?.answer || soFar?.content.length) show(answered(soFar, { answering: true }));
  });
  try {
    const [found] = await Promise.all([
      search(
        question,
        category,
        signal,
        (part) => {
          soFar = part;
          // Until what draws it has come, an answer can't be shown; the skeleton stays.
          void prepared.then(frames.ask, () => {});
        },
        within,
      ),
      prepared,
    ]);
    if (!signal.aborted) show(answered(found, { answering: false }));
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof ApiError)) console.error("search failed", error);
    const shown = await prepared.then(
      () => soFar,
      () => undefined,
    );
    if (shown?.answer) show(answered(shown, { answering: false, cutOff: cutOffText(error) }));
    else show({ phase: "failed", message: failureText(error) });
  } finally {
    frames.stop();
  }
}

/** Does something at most once a frame, however often it is asked to, until it is stopped or the signal is aborted. */
function eachFrame(signal: AbortSignal, work: () => void): { ask: () => void; stop: () => void } {
  let frame = 0;
  let stopped = false;
  return {
    ask: () => {
      if (frame || stopped) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        if (!stopped && !signal.aborted) work();
      });
    },
    stop: () => {
      stopped = true;
      cancelAnimationFrame(frame);
    },
  };
}
