export { ByDay } from "./by-day";
export { Logs } from "./logs";
export { Space } from "./space";
