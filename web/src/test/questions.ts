import { http } from "msw";
import { server } from "./server";

/** A question as the server gets it. */
type Asked = { query: string; type: string; conversation?: string; contentId?: string };

/** Gives a question its answer. */
export type AnswerTo = (asked: Asked, request: Request) => Response | Promise<Response>;

/** Lets the server answer each question. Returns what it is asked, in its order. */
export function answerQuestions(answerTo: AnswerTo): Asked[] {
  const asked: Asked[] = [];
  server.use(
    http.post("/api/v1/vector-search", async ({ request }) => {
      const question = (await request.clone().json()) as Asked;
      asked.push(question);
      return answerTo(question, request);
    }),
  );
  return asked;
}
