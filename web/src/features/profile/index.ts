export { AccountPage } from "./account-page";
export { Kept } from "./kept";
export { Profile } from "./profile";
