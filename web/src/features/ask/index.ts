export { type AnsweredProps, type AskHandle, Hero, type Led } from "./hero";
