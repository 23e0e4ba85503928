import { ButtonLink } from "@/ui/button";
import { PageTitle } from "@/ui/page-title";

/** Says why this visitor can't make an account, and links to sign-in. */
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
