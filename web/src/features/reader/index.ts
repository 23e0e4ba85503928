export { citedOf } from "./model";
export { Reader } from "./reader";
