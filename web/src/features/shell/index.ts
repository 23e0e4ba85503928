export { signOut, useRefreshUser, useUser } from "./api";
export { Header } from "./header";
