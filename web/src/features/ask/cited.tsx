import { createContext, type ReactNode, use, useMemo, useState } from "react";

type Cited = {
  /** The number whose source is lit. */
  shown: number | undefined;
  show: (n: number) => void;
  /** Ids of the source rows of this answer start with it. */
  idPrefix: string;
};

const CitedContext = createContext<Cited>({ shown: undefined, show: () => {}, idPrefix: "" });

/** Ties the marks of an answer to its sources: either side lights up the other. */
export function CitedProvider({
  first,
  idPrefix,
  children,
}: {
  first: number | undefined;
  idPrefix: string;
  children: ReactNode;
}) {
  const [shown, show] = useState(first);
  const value = useMemo(() => ({ shown, show, idPrefix }), [shown, idPrefix]);
  return <CitedContext value={value}>{children}</CitedContext>;
}

export function useCited(): Cited {
  return use(CitedContext);
}
