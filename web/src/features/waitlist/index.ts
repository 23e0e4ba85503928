export { ComingSoon } from "./coming-soon";
export { apiReference, blog, community, documentation } from "./pages";
