import { type ComponentProps, useMemo } from "react";
import Markdown, { type Components } from "react-markdown";
import rehypeSanitize, { type Options } from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { safeLink } from "@/lib/safe-link";
import { CiteMark } from "./cite-mark";
import { citeMarks } from "./cite-plugin";
import { settled } from "./unfinished";
import { Unsupported } from "./unsupported";

type Props = {
  children: string;
  /** The numbers that have a source. */
  numbers: ReadonlySet<number>;
  /** It is still being written. */
  answering?: boolean;
  /** A model wrote it, whose sentences are marked where nothing supports them. */
  checked?: boolean;
};

const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"];
const TABLE = ["table", "thead", "tbody", "tr", "th", "td"];

/**
 * An answer comes from a model that has read strangers' pages. What markdown has words for is drawn and nothing else, whether
 * the server has checked it or not: of addresses only those of links, to the web.
 */
const SCHEMA: Options = {
  tagNames: [
    "a",
    "blockquote",
    "br",
    "code",
    "del",
    "em",
    "hr",
    "li",
    "ol",
    "p",
    "pre",
    "strong",
    "ul",
    ...HEADINGS,
    ...TABLE,
  ],
  attributes: { a: ["href"], code: [["className", /^language-./]], ol: ["start"], td: ["align"], th: ["align"] },
  protocols: { href: ["http", "https"] },
  strip: ["script"],
};

/** The formatted text of an answer, its [1] as marks that light up their source. */
export default function Prose({ children, numbers, answering = false, checked = false }: Props) {
  const plugins = useMemo(
    (): ComponentProps<typeof Markdown>["rehypePlugins"] => [[rehypeSanitize, SCHEMA], citeMarks(numbers, checked)],
    [numbers, checked],
  );
  const components = useMemo(
    (): Components => ({
      a: ({ href, children }) => {
        const address = href && safeLink(href);
        if (!address) return children;
        return (
          <a href={address} target="_blank" rel="noopener noreferrer nofollow">
            {children}
          </a>
        );
      },
      cite: ({ children }) => (children === "?" ? <Unsupported /> : <CiteMark n={Number(children)} />),
      // The card has the h2: an answer's own headings come below it, whatever it calls them.
      h1: ({ children }) => <h3>{children}</h3>,
      h2: ({ children }) => <h3>{children}</h3>,
      pre: ({ children }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be within the keyboard's reach.
        <pre tabIndex={0}>{children}</pre>
      ),
      table: ({ children }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a landmark for each table is too many.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be within the keyboard's reach.
        <div className="prose-table" role="group" aria-label="Table" tabIndex={0}>
          <table>{children}</table>
        </div>
      ),
    }),
    [],
  );
  return (
    <Markdown remarkPlugins={[remarkGfm]} rehypePlugins={plugins} components={components}>
      {answering ? settled(children) : children}
    </Markdown>
  );
}
