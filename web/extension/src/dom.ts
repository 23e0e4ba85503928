/** Elements, made by hand: the popup is to be there at once. */

type Part = Node | string | undefined | false;

export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Partial<Record<string, string>> = {},
  ...parts: Part[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(key, value);
  element.append(...parts.filter((part): part is Node | string => part !== undefined && part !== false));
  return element;
}

export function button(words: string, look: string, onClick: () => void): HTMLButtonElement {
  const element = el("button", { type: "button", class: `btn ${look}` }, words);
  element.addEventListener("click", onClick);
  return element;
}

/** Dark or light, as the browser is. */
export function followTheme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    document.documentElement.classList.toggle("dark", dark.matches);
    document.documentElement.classList.toggle("light", !dark.matches);
  };
  dark.addEventListener("change", show);
  show();
}
