export { Anywhere } from "./anywhere";
export { SavePage } from "./save-page";
