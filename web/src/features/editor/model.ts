/** The text of a note and its edition: how often it was changed, which the next change names. */
export type Text = { text: string; edition: number };
