import { Outlet } from "react-router";
import { AuthLayout } from "@/features/auth";
import { ThemeButton } from "@/features/theme";
import { isPersonal } from "@/lib/house";
import { paths } from "../paths";

const LEGAL = { Privacy: paths.privacy, Terms: paths.terms, Cookies: paths.cookies };

export function Component() {
  return (
    <AuthLayout brandPath={paths.root} corner={<ThemeButton />} legal={isPersonal() ? undefined : LEGAL}>
      <Outlet />
    </AuthLayout>
  );
}
