/** Light, dark, or what the system has. */
import { useEffect } from "react";
import { useSetting } from "./storage";

export type Theme = "system" | "light" | "dark";
const NEXT: Readonly<Record<Theme, Theme>> = { system: "light", light: "dark", dark: "system" };

export function useTheme(): { readonly theme: Theme; readonly next: () => void } {
  const [stored, setStored] = useSetting("theme", "system");
  const theme: Theme = stored === "light" || stored === "dark" ? stored : "system";
  useEffect(() => {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const apply = () => {
      const isDark = theme === "dark" || (theme === "system" && system.matches);
      document.documentElement.dataset.theme = isDark ? "dark" : "light";
    };
    apply();
    system.addEventListener("change", apply);
    return () => system.removeEventListener("change", apply);
  }, [theme]);
  return { theme, next: () => setStored(NEXT[theme]) };
}
