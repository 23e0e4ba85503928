import SunMoon from "lucide-react/icons/sun-moon";
import { IconButton } from "@/ui/button";
import { useTheme } from "./use-theme";

export function ThemeButton() {
  const { theme, toggle } = useTheme();
  return (
    <IconButton
      label={theme === "dark" ? "Switch to light mode" : "Switch to dark mode"}
      icon={<SunMoon className="i" />}
      onClick={toggle}
    />
  );
}
