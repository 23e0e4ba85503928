export { Imports } from "./imports";
