export { Tweet } from "./tweet";
