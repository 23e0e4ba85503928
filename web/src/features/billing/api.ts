import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import builtIn from "@/api/plans.json";
import type { Duration, Plans } from "./model";

/** Returns the built-in plans, then those of this server. */
export function usePlans(): Plans {
  const { data } = useSWR("plans", () => unwrap(client.GET("/api/v1/plans")), {
    onError: (error) => logFailure("reading the plans", error),
  });
  return data ?? (builtIn as Plans);
}

/** Resolves to the checkout for Pro. Rejects with 409 if it is paid already, with 402 while a payment is pending. */
export async function createSubscription(duration: Duration): Promise<string> {
  const { session } = await unwrap(client.POST("/api/v1/create-subscription", { body: { duration } }));
  return session.url;
}

/** Reports a payment to the server, which verifies it with the payment provider. */
export async function savePayment(sessionId: string): Promise<void> {
  await unwrap(client.POST("/api/v1/save-payment", { body: { session_id: sessionId } }));
}
