export { ThemeButton } from "./theme-button";
export { useTheme } from "./use-theme";
