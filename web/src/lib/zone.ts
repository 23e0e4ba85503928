/** The time zone of the person's machine, as its header says it. */
export const inZone = () => ({ "Time-Zone": Intl.DateTimeFormat().resolvedOptions().timeZone });
