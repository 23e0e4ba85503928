export { useUser } from "./api";
export { Header } from "./header";
