/** What an answer took from a memory: it travels as the state of the location at which the memory is opened. */
export type Cited = {
  question: string;
  citations: readonly { n: number; quote: string; place: string }[];
  /** Which of them was pressed: its place in the list. */
  shown: number;
};
