export { citedOf } from "./model";
export { Reader, type ReaderProps, type Start } from "./reader";
