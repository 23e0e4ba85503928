/** Marks that are removed, which can be undone for a while. */

import { beforeSignOut } from "@/api/session";
import { removalsOf } from "@/ui/removals";
import { removeHighlight } from "./calls";

const { hold, sendAll, useHeld } = removalsOf({
  remove: removeHighlight,
  said: "Mark removed",
  failed: () => "The mark could not be removed. Please try again.",
});

beforeSignOut(sendAll);

export { hold as holdRemoval, useHeld };
