export { PrivateFeeds } from "./private-feeds";
