export { citedOf } from "./model";
export { Reader, type Start } from "./reader";
