export { Profile } from "./profile";
