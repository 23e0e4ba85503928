export { type AnsweredProps, type AskHandle, Hero } from "./hero";
