import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import builtIn from "@/api/plans.json";
import type { Duration, Plans } from "./model";

/** The plans as they come with the program, then as this server has them. */
export function usePlans(): Plans {
  const { data } = useSWR("plans", () => unwrap(client.GET("/api/v1/plans")), {
    onError: (error) => logFailure("reading the plans", error),
  });
  return data ?? (builtIn as Plans);
}

/** Resolves to the address at which Pro is paid. Rejects with 409 when it is paid already, with 402 while money is on its way. */
export async function createSubscription(duration: Duration): Promise<string> {
  const { session } = await unwrap(client.POST("/api/v1/create-subscription", { body: { duration } }));
  return session.url;
}

/** Tells the server of a payment, which asks whoever took it whether that is true. */
export async function savePayment(sessionId: string): Promise<void> {
  await unwrap(client.POST("/api/v1/save-payment", { body: { session_id: sessionId } }));
}
