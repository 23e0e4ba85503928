import { type ComponentProps, useMemo } from "react";
import Markdown, { type Components } from "react-markdown";
import rehypeSanitize, { defaultSchema, type Options } from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { safeLink } from "@/lib/safe-link";
import { CiteMark } from "./cite-mark";
import { citeMarks } from "./cite-plugin";
import { settled } from "./unfinished";

type Props = {
  children: string;
  /** The numbers that have a source. */
  numbers: ReadonlySet<number>;
  /** It is still being written. */
  answering?: boolean;
};

/** An answer comes from a model that has read strangers' pages: no pictures, no forms, no HTML of its own. */
const SCHEMA: Options = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((tag) => tag !== "img" && tag !== "input"),
  protocols: { href: ["http", "https"] },
};

/** The formatted text of an answer, its [1] as marks that light up their source. */
export default function Prose({ children, numbers, answering = false }: Props) {
  const plugins = useMemo(
    (): ComponentProps<typeof Markdown>["rehypePlugins"] => [[rehypeSanitize, SCHEMA], citeMarks(numbers)],
    [numbers],
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
      cite: ({ children }) => <CiteMark n={Number(children)} />,
      // The card has the h2: an answer's own headings come below it, whatever it calls them.
      h1: ({ children }) => <h3>{children}</h3>,
      h2: ({ children }) => <h3>{children}</h3>,
      table: ({ children }) => (
        <div className="prose-table">
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
