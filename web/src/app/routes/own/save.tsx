import "@/features/save/save.css";
import { SavePage } from "@/features/save";
import { ThemeButton } from "@/features/theme";
import { signUpPolicy } from "@/lib/house";
import type { Head } from "../../head";
import { paths, signInFor } from "../../paths";
import { PrivateData } from "../../private-data";

export const handle: Head = { title: "Save", description: "Save a page, a note or a file." };

export function Component() {
  return (
    <PrivateData>
      <SavePage
        homePath={paths.home}
        memoryPath={paths.memory}
        signInPath={signInFor}
        signUpPath={signUpPolicy() === "open" ? paths.signUp : undefined}
        corner={<ThemeButton />}
      />
    </PrivateData>
  );
}
