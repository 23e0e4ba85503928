import { ButtonLink } from "@/ui/button";
import shelf from "./pictures/shelf.svg";

export function Call({ signIn }: { signIn: string }) {
  return (
    <section className="wrap" aria-labelledby="call-title">
      <div className="call">
        <div className="call-say">
          <h2 id="call-title">
            Your shelves are full already. <br />
            Start asking them.
          </h2>
          <p>Free for as long as you like. No card, no trial clock.</p>
          <ButtonLink to={signIn} state={{ newcomer: true }} size="large">
            Get Started
          </ButtonLink>
        </div>
        <img src={shelf} alt="" width="1440" height="300" loading="lazy" />
      </div>
    </section>
  );
}
