/** The person's tags, and what can be made of them. */

import { useSWRConfig } from "swr";
import { client, unwrap } from "@/api/client";
import { useTags } from "@/memory/tags/api";

export function useTagList() {
  const { mutate } = useSWRConfig();
  const again = <Result>(call: Promise<Result>) => call.finally(() => Promise.all([mutate("tags"), mutate("filters")]));
  const of = (name: string) => ({ params: { path: { name } } });
  return {
    /** Undefined while they are loading. */
    tags: useTags(),
    /** Where the new name is another tag's, the two become one. */
    rename: (name: string, to: string) =>
      again(unwrap(client.PATCH("/api/v1/tags/{name}", { ...of(name), body: { name: to } }))),
    remove: (name: string) => again(unwrap(client.DELETE("/api/v1/tags/{name}", of(name)))),
  };
}
