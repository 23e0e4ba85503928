export { type AnsweredProps, type AskHandle, type CitationTarget, Hero } from "./hero";
