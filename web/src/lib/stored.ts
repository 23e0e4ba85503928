/** What is kept in this browser under a key; null as well where somebody has forbidden it to keep anything. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
