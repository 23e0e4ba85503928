export { BackSwitch } from "./back-switch";
export { AllHighlights } from "./highlights";
