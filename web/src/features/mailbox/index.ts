export { Mailbox } from "./mailbox";
