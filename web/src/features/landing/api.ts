/** The requests of the landing page. This code loads late, since the page works without it. */

import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import type { SiteData } from "./model";

/** Reads the plans and addresses that the operator has set, and the sample people. Failures are only logged. */
export function fetchSiteData(onUpdate: (update: Partial<SiteData>) => void): void {
  const read = (what: string, call: Promise<Partial<SiteData>>) =>
    void call.then(onUpdate, (error) => logFailure(`reading the ${what}`, error));
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
