export { Admin } from "./admin";
