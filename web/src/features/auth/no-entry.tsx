import { ButtonLink } from "@/ui/button";
import { PageTitle } from "@/ui/page-title";

/** Whoever may make no account is told why, and where the others go. */
export function NoEntry({ reason, signInPath }: { reason: string; signInPath: string }) {
  return (
    <main id="main" className="auth-box">
      <PageTitle>No way in yet.</PageTitle>
      <p role="status">{reason}</p>
      <ButtonLink to={signInPath} size="large" block>
        Sign in
      </ButtonLink>
    </main>
  );
}
