import { useCallback, useEffect, useEffectEvent, useRef } from "react";
import { onHighlighted } from "@/memory/highlighted";

/** Lets changes come to rest before they are read, in milliseconds. */
export const REST = 150;

/**
 * Has marks read when they changed elsewhere. Not while a change that was made here is on its way (`during`): what is read
 * meanwhile may not know of it. `isBusy` says so.
 */
export function useFollowed(concerns: (memory: string, gone: boolean) => boolean, read: () => unknown) {
  const own = useRef(0);
  const missed = useRef(false);
  const isOurs = useEffectEvent(concerns);
  const reader = useRef(read);
  useEffect(() => {
    reader.current = read;
  });
  useEffect(() => {
    let timer = 0;
    const look = () => {
      if (own.current > 0) missed.current = true;
      else reader.current();
    };
    const stop = onHighlighted((memory, gone = false) => {
      if (memory !== undefined && !isOurs(memory, gone)) return;
      clearTimeout(timer);
      timer = window.setTimeout(look, REST);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  const during = useCallback(async <T>(work: Promise<T>): Promise<T> => {
    own.current += 1;
    try {
      return await work;
    } finally {
      own.current -= 1;
      if (own.current === 0 && missed.current) {
        missed.current = false;
        reader.current();
      }
    }
  }, []);
  const isBusy = useCallback(() => own.current > 0, []);
  return { during, isBusy };
}
