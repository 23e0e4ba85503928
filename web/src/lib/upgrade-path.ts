/** Where Pro is to be had. */
export const UPGRADE_PATH = "/upgrade";
