import type { ReactNode } from "react";
import { Link } from "react-router";
import { BrainMark } from "@/ui/icons";
import { AuthLines } from "./auth-lines";

interface AuthLayoutProps {
  brandPath: string;
  /** Stands in the upper right. */
  corner: ReactNode;
  /** What somebody may want to read first, where a service has it: names and addresses. */
  legal: Record<string, string> | undefined;
  children: ReactNode;
}

/** The frame of both forms: drifting lines of light behind, the brand above. */
export function AuthLayout({ brandPath, corner, legal, children }: AuthLayoutProps) {
  return (
    <div className="auth">
      <AuthLines />
      <header className="auth-top">
        <Link className="brand" to={brandPath}>
          <BrainMark />
          Engram
        </Link>
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
