export { Connection } from "./connection";
