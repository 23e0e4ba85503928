import type { components } from "./schema";

type Role = components["schemas"]["AccountsAnswer"]["people"][number]["role"];

/** Whether a user looks after the whole Engram; false while the user is not known. */
export const isOwner = (user: { role?: Role } | undefined): boolean => user?.role === "owner";
