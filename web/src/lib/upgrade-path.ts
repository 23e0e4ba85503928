/** The address of the plans. */
export const UPGRADE_PATH = "/upgrade";
