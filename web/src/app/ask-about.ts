import { createContext } from "react";

/** Puts words into the box that asks the opened memory. */
export const AskAboutContext = createContext<(quote: string) => void>(() => {});
