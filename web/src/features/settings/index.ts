export { useSettings } from "./use-settings";
