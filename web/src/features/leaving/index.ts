export { Export } from "./export";
export { Leave } from "./leave";
