import CalendarClock from "lucide-react/icons/calendar-clock";
import { Link } from "react-router";
import { PageTitle } from "@/ui/page-title";
import type { ComingSoonPage, Feature } from "./model";
import { NotifyForm } from "./notify-form";

type Props = { page: ComingSoonPage; contactPath: string };

/** A coming-soon page, with the form that joins its waitlist. */
export function ComingSoon({ page, contactPath }: Props) {
  return (
    <main id="main" className="soon">
      <div className={`soon-back ${page.backgroundClass}`} aria-hidden="true" />
      <header className="soon-head">
        <PageTitle>{page.title}</PageTitle>
        <p className="lead">{page.description}</p>
      </header>
      <h2 className="vh">What it will hold</h2>
      <ul className="soon-list">
        {page.features.map((feature) => (
          <FeatureCard key={feature.title} {...feature} />
        ))}
      </ul>
      <div className="soon-foot">
        <p className="soon-when">
          <CalendarClock className="i" />
          <span>Estimated launch: {page.estimatedDate}</span>
        </p>
        <NotifyForm item={page.title} placeholder={page.signupPlaceholder} />
        <noscript>
          <p className="soon-unsent">
            This browser runs no scripts, and the list can’t be joined without. Write to the address on{" "}
            <Link className="link" to={contactPath}>
              Contact
            </Link>{" "}
            instead.
          </p>
        </noscript>
      </div>
    </main>
  );
}

function FeatureCard({ Icon, title, description, link }: Feature) {
  return (
    <li className="soon-card">
      <Icon className="i i-l" />
      <h3>{title}</h3>
      <p>{description}</p>
      {link && (
        <a className="link" href={link.href}>
          {link.text}
        </a>
      )}
    </li>
  );
}
