/** The webhooks of the signed-in user. The only file here that touches the data cache. */

import useSWR, { useSWRConfig } from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure, statusOf } from "@/api/errors";
import type { Delivery, Event, Hook } from "./model";

type Hooks = { webhooks: Hook[]; allowed: boolean };

const sentTo = (id: string) => ["webhooks", id];

export type Shape = { url: string; events: Event[] };

const path = (id: string) => ({ params: { path: { id } } });

/** The webhooks and whether the plan has them, undefined while loading, and what changes them. All reject with the server's reason. */
export function useWebhooks() {
  const { data, error, mutate } = useSWR<Hooks>("webhooks", () => unwrap(client.GET("/api/v1/webhooks")), {
    onError: (error: unknown) => logFailure("reading the webhooks", error),
  });
  const { mutate: mutateAny } = useSWRConfig();
  const put = (hook: Hook) =>
    mutate(
      (known) => known && { ...known, webhooks: known.webhooks.map((other) => (other.id === hook.id ? hook : other)) },
      { revalidate: false },
    );
  return {
    hooks: data?.webhooks,
    allowed: data?.allowed !== false,
    failed: data === undefined && error !== undefined,
    retry: () => mutate(),
    /** Resolves to the webhook and its secret, which can't be read again. */
    async make(body: Shape): Promise<{ id: string; secret: string }> {
      const { secret, ...made } = await unwrap(client.POST("/api/v1/webhooks", { body }));
      await mutate((known) => known && { ...known, webhooks: [made, ...known.webhooks] }, { revalidate: false });
      return { id: made.id, secret };
    },
    async change(id: string, body: Partial<Shape> & { paused?: boolean }): Promise<void> {
      await put(await unwrap(client.PATCH("/api/v1/webhooks/{id}", { ...path(id), body })));
    },
    /** Resolves to the new secret, which can't be read again. */
    async rotate(id: string): Promise<string> {
      const { secret, ...hook } = await unwrap(client.POST("/api/v1/webhooks/{id}/secret", path(id)));
      await put(hook);
      return secret;
    },
    /** Resolves to how the test went. */
    async test(id: string): Promise<Delivery> {
      const delivery = await unwrap(client.POST("/api/v1/webhooks/{id}/test", path(id)));
      void mutateAny(sentTo(id));
      return delivery;
    },
    /** Resolves when the webhook is gone, also if it was before. */
    async remove(id: string): Promise<void> {
      try {
        await unwrap(client.DELETE("/api/v1/webhooks/{id}", path(id)));
      } catch (error) {
        if (statusOf(error) !== 404) throw error;
      }
      await mutate((known) => known && { ...known, webhooks: known.webhooks.filter((hook) => hook.id !== id) }, {
        revalidate: false,
      });
    },
  };
}

export type Acts = Pick<ReturnType<typeof useWebhooks>, "change" | "rotate" | "test" | "remove">;

/** What was sent to a webhook, newest first, undefined while loading. */
export function useDeliveries(id: string) {
  const read = async () => (await unwrap(client.GET("/api/v1/webhooks/{id}/deliveries", path(id)))).deliveries;
  const { data, error, mutate } = useSWR<Delivery[]>(sentTo(id), read, {
    onError: (error: unknown) => logFailure("reading what was sent to a webhook", error),
  });
  return { deliveries: data, failed: data === undefined && error !== undefined, retry: () => mutate() };
}
