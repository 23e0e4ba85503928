// Pages of the account that are opened now and then: the list of their chunks would be part of what the landing page loads.

export const admin = () => import("@/app/routes/own/admin");
export const data = () => import("@/app/routes/own/data");
export const save = () => import("@/app/routes/own/save");
export const feeds = () => import("@/app/routes/own/feeds");
