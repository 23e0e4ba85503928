export { Settings } from "./settings";
