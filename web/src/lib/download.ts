/** Saves a file on the person's machine. */
export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read it after the press.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The name of the file that an answer holds. */
export function fileNameIn({ headers }: Response): string | undefined {
  return headers.get("content-disposition")?.match(/filename="?([^";]+)"?/)?.[1];
}

/** Has the browser save what is at an address of ours, as it arrives. */
export function downloadFrom(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}
