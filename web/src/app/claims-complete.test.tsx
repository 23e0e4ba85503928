import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, it } from "vitest";
import { Landing } from "@/features/landing";
import { loadRest } from "@/features/landing/late-rest";
import { cookiePolicy, PolicyPage, privacyPolicy, termsOfService } from "@/features/policies";
import { claims } from "./claims";
import { noClaims } from "./claims/no-claims";

const CONTACT = "/contact";
const links = new Proxy({} as Parameters<typeof Landing>[0]["links"], { get: () => CONTACT });
const pages = {
  "the landing page": <Landing links={links} themeButton={null} />,
  "the privacy policy": <PolicyPage {...privacyPolicy(CONTACT)} />,
  "the terms": <PolicyPage {...termsOfService(CONTACT)} />,
  "the cookie policy": <PolicyPage {...cookiePolicy(CONTACT)} />,
};

/** Returns the sentences of a page, without those of its pictures, its plans and its footer. */
function sentencesOf(page: React.ReactNode): string[] {
  const parsed = new DOMParser().parseFromString(
    renderToStaticMarkup(<MemoryRouter>{page}</MemoryRouter>),
    "text/html",
  );
  for (const element of parsed.querySelectorAll("[aria-hidden=true], nav, footer, #pricing")) element.remove();
  return [...parsed.querySelectorAll("p, li, td, blockquote")]
    .filter((element) => !element.querySelector("p, li"))
    .flatMap((element) =>
      (element.textContent ?? "")
        .replace(/\s+/g, " ")
        .trim()
        .split(/(?<=[.!?;])\s+/),
    )
    .filter(Boolean);
}

beforeAll(loadRest);

it.each(Object.entries(pages))("every sentence of %s is shown by a test, or promises nothing", (_, page) => {
  const unknown = sentencesOf(page).filter(
    (sentence) =>
      !claims.some(({ words }) => sentence.includes(words) || words.includes(sentence)) &&
      !noClaims.some((start) => sentence.startsWith(start)),
  );
  expect(unknown).toEqual([]);
});

it("no sentence that promises nothing is listed without standing on a page", () => {
  const all = Object.values(pages).flatMap(sentencesOf);
  expect(noClaims.filter((start) => !all.some((sentence) => sentence.startsWith(start)))).toEqual([]);
});
