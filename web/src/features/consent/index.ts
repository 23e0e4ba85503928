export { Consent } from "./consent";
