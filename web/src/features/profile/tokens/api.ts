/** The API tokens of the signed-in user. */

import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure, statusOf } from "@/api/errors";
import type { Scope, Token, Tokens } from "./model";

const read = () => unwrap(client.GET("/api/v1/tokens"));

/** Returns the tokens, undefined while loading, whether they could not be read, and functions that make and revoke one. */
export function useTokens() {
  const { data, error, mutate } = useSWR<Tokens>("tokens", read, {
    onError: (error) => logFailure("reading the tokens", error),
  });

  /** Resolves to the token itself, which can't be read again. Rejects with the server's message. */
  async function make(name: string, scopes: Scope[], expiresAt: string | null): Promise<string> {
    const { token, ...made } = await unwrap(client.POST("/api/v1/tokens", { body: { name, scopes, expiresAt } }));
    await mutate((known) => known && { ...known, tokens: [made, ...known.tokens] }, { revalidate: false });
    return token;
  }

  /** Resolves when the token has ended, also if it had ended before. */
  async function revoke({ id }: Token): Promise<void> {
    try {
      await unwrap(client.DELETE("/api/v1/tokens/{id}", { params: { path: { id } } }));
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
    }
    await mutate((known) => known && { ...known, tokens: known.tokens.filter((token) => token.id !== id) }, {
      revalidate: false,
    });
  }

  return {
    tokens: data?.tokens,
    allowed: data?.allowed ?? true,
    failed: Boolean(error && !data),
    retry: mutate,
    make,
    revoke,
  };
}
