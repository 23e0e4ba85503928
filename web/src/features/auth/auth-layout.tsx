import type { ReactNode } from "react";
import { Link } from "react-router";
import { Brand } from "@/ui/brand";
import { AuthLines } from "./auth-lines";

interface AuthLayoutProps {
  brandPath: string;
  /** Shown in the upper right corner. */
  corner: ReactNode;
  /** The legal pages, as URLs by name. Undefined on servers without them. */
  legal: Record<string, string> | undefined;
  children: ReactNode;
}

/** The layout of both forms: the brand above, animated lines in the background. */
export function AuthLayout({ brandPath, corner, legal, children }: AuthLayoutProps) {
  return (
    <div className="auth">
      <AuthLines />
      <header className="auth-top">
        <Brand to={brandPath} />
        {corner}
      </header>
      {children}
      {legal && (
        <nav className="auth-legal" aria-label="Legal">
          {Object.entries(legal).map(([name, path]) => (
            <Link key={path} to={path}>
              {name}
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}
