import { useCallback, useEffect, useEffectEvent } from "react";
import { useSWRConfig } from "swr";

/** What the key of a page of all marks begins with; its filters follow, and where it begins. */
export const LIST = "all highlights";

const isPage = (key: unknown) => Array.isArray(key) && key[0] === LIST;

/** Has the lists that are on the page read again. */
const shown = new Set<() => void>();

/** Returns what has the lists of all marks read anew: those that are shown at once, the others when they are. */
export function useReread(): () => void {
  const forget = useForget();
  return useCallback(() => {
    forget();
    for (const read of shown) read();
  }, [forget]);
}

/** Returns what forgets the pages of the lists. What is shown stays. */
export function useForget(): () => void {
  const { mutate } = useSWRConfig();
  return useCallback(() => void mutate(isPage, undefined, { revalidate: false }), [mutate]);
}

/** Has a list that is shown read again with the others. */
export function useRereadToo(read: () => unknown): void {
  const own = useEffectEvent(read);
  useEffect(() => {
    const listen = () => void own();
    shown.add(listen);
    return () => void shown.delete(listen);
  }, []);
}
