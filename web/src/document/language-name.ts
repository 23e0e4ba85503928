/** The names of languages whose authors write them short. */
const NAMES: Record<string, string> = {
  bash: "Shell",
  c: "C",
  "c++": "C++",
  cpp: "C++",
  cs: "C#",
  csharp: "C#",
  css: "CSS",
  go: "Go",
  golang: "Go",
  html: "HTML",
  js: "JavaScript",
  javascript: "JavaScript",
  json: "JSON",
  jsx: "JSX",
  kt: "Kotlin",
  md: "Markdown",
  php: "PHP",
  py: "Python",
  rb: "Ruby",
  rs: "Rust",
  sh: "Shell",
  shell: "Shell",
  sql: "SQL",
  toml: "TOML",
  ts: "TypeScript",
  tsx: "TSX",
  typescript: "TypeScript",
  xml: "XML",
  yaml: "YAML",
  yml: "YAML",
  zsh: "Shell",
};

/** What a language of code is called: "Python" for py; one that is not known begins with a capital. */
export function languageName(language: string): string {
  const bare = language.trim().toLowerCase();
  return NAMES[bare] ?? (bare === "" ? "Code" : bare.charAt(0).toUpperCase() + bare.slice(1));
}
