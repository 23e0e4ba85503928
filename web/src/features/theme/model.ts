/** Keep in sync with public/early.js, which does the same before the first paint. */
export type Theme = "dark" | "light";

export const KEY = "darkMode";

/** Parses the stored choice, a JSON boolean. Dark is the default, also for invalid values. */
export function readTheme(stored: string | null): Theme {
  return stored?.trim() === "false" ? "light" : "dark";
}

export function writeTheme(theme: Theme): string {
  return JSON.stringify(theme === "dark");
}

/** Applies the theme: the class that the tokens depend on, and the theme-color of the browser's UI. */
export function applyTheme(theme: Theme): void {
  const { classList } = document.documentElement;
  classList.toggle("dark", theme === "dark");
  classList.toggle("light", theme === "light");
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", theme === "dark" ? "#100e0b" : "#fcfaf7");
}
