export { Webhooks } from "./webhooks";
