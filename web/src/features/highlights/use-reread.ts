import { useCallback } from "react";
import { useSWRConfig } from "swr";

const LISTS = /^\$inf\$@"all highlights",/;

/** Returns what has the lists of all marks read anew, wherever they are shown. */
export function useReread(): () => void {
  const { cache, mutate } = useSWRConfig();
  return useCallback(() => {
    for (const key of [...cache.keys()].filter((key) => LISTS.test(key))) void mutate(key);
  }, [cache, mutate]);
}
