import { createContext, type ReactNode, use, useMemo, useState } from "react";

type Open = (n: number, citation?: number) => void;

type Cited = {
  /** The number whose source is highlighted. */
  shown: number | undefined;
  show: (n: number) => void;
  /** Opens the memory that a number stands for, at a citation where that is known. */
  open: Open;
};

const CitedContext = createContext<Cited>({ shown: undefined, show: () => {}, open: () => {} });

type Props = {
  /** The number that is highlighted until the pointer or the focus is on another. */
  first: number | undefined;
  open: Open;
  children: ReactNode;
};

/** Links the marks of an answer to its sources: each highlights the other. */
export function CitedProvider({ first, open, children }: Props) {
  const [pointed, show] = useState<number>();
  const shown = pointed ?? first;
  const value = useMemo(() => ({ shown, show, open }), [shown, open]);
  return <CitedContext value={value}>{children}</CitedContext>;
}

export function useCited(): Cited {
  return use(CitedContext);
}
