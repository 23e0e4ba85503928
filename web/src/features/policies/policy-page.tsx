import { PageTitle } from "@/ui/page-title";
import { anchorOf, type Policy } from "./model";

const LAST_UPDATED = "January 8, 2025";

/** A legal text with a table of contents. */
export function PolicyPage({ title, lead, sections }: Policy) {
  return (
    <main id="main" className="legal">
      <header>
        <PageTitle>{title}</PageTitle>
        <p className="lead">{lead}</p>
      </header>
      <nav aria-label="On this page">
        <ol>
          {sections.map((section) => (
            <li key={section.title}>
              <a href={`#${anchorOf(section.title)}`}>{section.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <article className="prose">
        {sections.map((section) => (
          <section
            key={section.title}
            id={anchorOf(section.title)}
            aria-labelledby={`${anchorOf(section.title)}-title`}
          >
            <h2 id={`${anchorOf(section.title)}-title`}>{section.title}</h2>
            {section.body}
          </section>
        ))}
        <p className="stamp">Last updated: {LAST_UPDATED}</p>
      </article>
    </main>
  );
}
