import Plus from "lucide-react/icons/plus";
import { mailDraft } from "@/lib/mail-draft";
import { type Plan, planSentence } from "./model";

type Item = { question: string; answer: string };

const FIXED: readonly Item[] = [
  {
    question: "How safe is my data?",
    answer:
      "It stays on the server that Engram runs on, which can be your own. Every memory, search and file belongs to one account and is shown to nobody else. Passwords are kept as Argon2id hashes, a file opens through a signed link that ends, and what you delete is gone from the answers as well. Texts go to an AI service only if whoever runs the server has named one.",
  },
  {
    question: "Which file types are supported?",
    answer:
      "PDF documents, read page by page. Besides files, Engram keeps web pages, tweets and notes, and videos and sound from YouTube, Vimeo, SoundCloud and nine other services.",
  },
  {
    question: "Can I export my memories?",
    answer:
      "Yes, in one archive: as pages that any browser reads offline, as Markdown that Obsidian opens, as JSON, with every file. Bookmarks and a table are there as well. Whoever runs the server also has everything in one folder, to copy whenever they like; with PostgreSQL the files are in the folder and the rest is in the database.",
  },
];

/** Returns the questions. The answer to the fourth is computed from the plans. */
function itemsFor(plans: readonly Plan[]): Item[] {
  const plan = (id: Plan["id"]) => plans.find((each) => each.id === id);
  return [
    ...FIXED,
    {
      question: "What is the difference between Free and Pro?",
      answer: `${planSentence(plan("free"))} ${planSentence(plan("pro"))}`.trim(),
    },
  ];
}

type Props = {
  plans: readonly Plan[];
  /** Undefined while loading. */
  supportEmail: string | undefined;
  /** The contact page, linked while the address is loading. */
  contact: string;
};

export function Faq({ plans, supportEmail, contact }: Props) {
  return (
    <section className="wrap sec faq" id="faq" aria-labelledby="faq-title">
      <div className="sec-head">
        <h2 id="faq-title">Fair questions.</h2>
        <p>
          Anything else,{" "}
          <a className="link" href={supportEmail === undefined ? contact : mailDraft(supportEmail)}>
            write to us
          </a>
          .
        </p>
      </div>
      <div>
        {itemsFor(plans).map(({ question, answer }, index) => (
          <details className="qa" key={question} open={index === 0}>
            <summary>
              {question}
              <Plus className="i" />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
