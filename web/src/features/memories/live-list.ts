import { type ComponentType, lazy } from "react";

/**
 * Keeps the list of memories as it is on the server, and tells of highlights that change. It is needed once the list is
 * loaded, and only once on a page. Without it the list is polled.
 */
export const LiveList = lazy<ComponentType>(() =>
  import("./live/live").catch((error) => {
    console.error("loading what follows the changes failed", error);
    return { default: () => null };
  }),
);
