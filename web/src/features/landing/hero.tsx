import { Link } from "react-router";
import { ButtonLink } from "@/ui/button";
import { Demo } from "./demo";
import { showSection } from "./show-section";

export function Hero({ signIn }: { signIn: string }) {
  return (
    <section className="lamp" id="home" aria-labelledby="home-title">
      <div className="wrap mast">
        <div className="mast-head">
          <h1 id="home-title">
            Everything you meant to&nbsp;remember, <em>ready when you&nbsp;ask.</em>
          </h1>
          <div>
            <p className="mast-lead">
              Save links, videos, tweets, papers and notes. Ask in plain words, and get an answer with the page it came
              from.
            </p>
            <div className="mast-acts">
              <ButtonLink to={signIn} state={{ newcomer: true }} size="large">
                Try for Free
              </ButtonLink>
              <Link className="btn btn-secondary btn-lg" to="#working" onClick={() => showSection("working")}>
                See how it works
              </Link>
            </div>
            <p className="mast-note">One program that you run yourself. Free to start, no card.</p>
          </div>
        </div>
        <Demo />
      </div>
    </section>
  );
}
