export { Export } from "./export";
