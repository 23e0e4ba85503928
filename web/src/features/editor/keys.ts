/** For the list of keys. */
export const EDITOR_KEYS: readonly { keys: string; label: string }[] = [
  { keys: "w", label: "Write in an open note" },
  { keys: "shift+e", label: "Rename an open memory" },
  { keys: "mod+b / mod+i", label: "Bold and italic, while writing a note" },
  { keys: "mod+k", label: "Make a link of what is selected" },
  { keys: "mod+shift+7", label: "A numbered list" },
  { keys: "mod+shift+8", label: "A list" },
  { keys: "mod+shift+9", label: "A list of boxes to tick" },
  { keys: "mod+enter", label: "Tick the box of the line" },
];
