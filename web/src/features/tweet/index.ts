export { ForgetTweet } from "./forget";
export { Tweet } from "./tweet";
