import { Mark } from "@/ui/icons";

/** The sources, formats and platforms that Engram works with, each as text beside an icon of our own. */
export function WorksWith() {
  return (
    <section className="wrap sec logos" aria-labelledby="works-with">
      <h2 id="works-with">Works with what you already use</h2>
      <ul aria-labelledby="works-with">
        <li>
          <Mark>
            <path d="M6 3h8l4 4v14H6zM14 3v4h4M9 13h6M9 17h6" />
          </Mark>
          <span className="logo-pdf">PDF</span>
        </li>
        <li>
          <Mark>
            <path d="M3 6.5h18v11H3zM10.5 9.5v5l4-2.5z" />
          </Mark>
          <span className="logo-youtube">YouTube</span>
        </li>
        <li>
          <Mark>
            <path d="M4 9l3-2 4 11 4-5c3-4 2-7-1-7" />
          </Mark>
          <span className="logo-vimeo">vimeo</span>
        </li>
        <li>
          <Mark>
            <path d="M4 14v3M7.5 11v6M11 8v9M14.5 6v11M18 10v7M21 12v5" />
          </Mark>
          <span className="logo-soundcloud">SoundCloud</span>
        </li>
        <li>
          <Mark>
            <path d="M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3zM4 6v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3" />
          </Mark>
          <span className="logo-postgres">PostgreSQL</span>
        </li>
        <li>
          <Mark>
            <path d="M8 4c-3 0-1 6-4.5 8C7 14 5 20 8 20M16 4c3 0 1 6 4.5 8-3.5 2-1.5 8-4.5 8" />
          </Mark>
          <span className="logo-openapi">OpenAPI</span>
        </li>
      </ul>
    </section>
  );
}
