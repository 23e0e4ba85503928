export { signOut, useUser } from "./api";
export { Header } from "./header";
