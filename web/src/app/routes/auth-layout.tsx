import { Outlet } from "react-router";
import { AuthLayout } from "@/features/auth";
import { ThemeButton } from "@/features/theme";
import { paths } from "../paths";

export function Component() {
  return (
    <AuthLayout brandPath={paths.root} corner={<ThemeButton />}>
      <Outlet />
    </AuthLayout>
  );
}
