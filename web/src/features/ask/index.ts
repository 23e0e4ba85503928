export { type AskHandle, Hero } from "./hero";
