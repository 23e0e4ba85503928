/** What the landing page asks the server. It arrives after the page, which shows without it. */

import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import type { News } from "./model";

/** Reads the plans and addresses as the operator has set them, and the sample people. What can't be had is not told. */
export function readNews(tell: (news: Partial<News>) => void): void {
  const read = (what: string, call: Promise<Partial<News>>) =>
    void call.then(tell, (error) => logFailure(`reading the ${what}`, error));
  read(
    "plans",
    unwrap(client.GET("/api/v1/plans")).then(({ plans }) => ({ plans })),
  );
  read(
    "addresses",
    unwrap(client.GET("/api/v1/contact")).then((contact) => ({ contact })),
  );
  read(
    "sample people",
    unwrap(client.GET("/api/v1/people")).then(({ people }) => ({ people })),
  );
}
