export { useContact } from "./api";
export { Contact } from "./contact";
