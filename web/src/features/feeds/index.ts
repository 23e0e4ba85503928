export { Feeds } from "./feeds";
