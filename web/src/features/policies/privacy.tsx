import { Link } from "react-router";
import type { Policy } from "./model";

/** What is kept, why, and how it is taken back. */
export function privacyPolicy(contactPath: string): Policy {
  return {
    title: "Privacy Policy",
    lead: "What Engram keeps, why it keeps it, and how you take it back.",
    sections: [
      { title: "Data collection and storage", body: <Collection /> },
      { title: "AI processing and data usage", body: <Processing /> },
      { title: "Data security", body: <Security /> },
      { title: "User rights and control", body: <Rights /> },
      { title: "Contact information", body: <Contact path={contactPath} /> },
    ],
  };
}

function Collection() {
  return (
    <>
      <p>
        Engram is an AI knowledge platform that people run themselves. What you save is kept on the server that you use,
        by whoever runs it: its operator, who is meant by “we” on this page. Nothing is reported to the makers of
        Engram.
      </p>
      <p>We store what you give us, under your account:</p>
      <ul>
        <li>
          the documents that you upload, the pages, videos and tweets that you save, your notes, and the text read from
          them;
        </li>
        <li>
          your queries while they are answered, for a while in the server’s working memory, and how many you asked
          today;
        </li>
        <li>structured data that comes with what you save: titles, authors, dates, tags, feeds;</li>
        <li>
          your username, a hash of your password, your email address once it is known, and your subscription if you have
          one;
        </li>
        <li>an email address that you leave to be told of something new, for that alone.</li>
      </ul>
      <p>
        When you save an address, the server fetches it in your place, once. A player of another service is shown for
        what you saved from there, and that service then learns that it was shown. Card details go to the payment
        provider, never to us.
      </p>
    </>
  );
}

function Processing() {
  return (
    <>
      <p>
        The documents, queries and structured data that you upload are indexed and organised by AI: a text is cut into
        passages, and what each of them means is kept as numbers beside its words. From these come AI search results and
        recommendations, which are the answer with its sources and the memories beside it.
      </p>
      <p>
        All of this happens on the server. Only where its operator has named an outside AI service are passages and
        queries sent there, for that purpose alone. The operator can also leave the AI out: search then goes by words.
      </p>
      <p>
        Retrieval tuned to user patterns is tuned to yours and serves you alone. Your content is not sold, not used for
        advertising, and does not train models for anybody else.
      </p>
      <p>
        Collaborative knowledge management means that people can share a server. They do not share memories: no search
        of one person finds what another has saved.
      </p>
    </>
  );
}

function Security() {
  return (
    <>
      <p>
        Of passwords and of the tokens that keep you signed in we store hashes. A document opens through a signed link
        with an end time. A changed password ends every other session.
      </p>
      <p>
        Uploaded files are read in a process of their own with tight limits. The pages that you see run none but
        Engram’s own scripts. The operator is responsible for the machine: for encryption on the way to it and for its
        backups.
      </p>
    </>
  );
}

function Rights() {
  return (
    <>
      <p>What you save stays yours. You can, on every plan and at any time:</p>
      <ul>
        <li>
          export your content: all of it can be read through the API, as JSON, and documents as the files they were;
        </li>
        <li>delete your content: a deleted memory shows in no answer again, and its file goes with it;</li>
        <li>change your AI learning preferences, in the settings or by asking the operator;</li>
        <li>
          see usage analytics and logs that concern your account: counts in the app, the server’s records on request;
        </li>
        <li>ask for data portability: a copy of your data in a common format, for you or for another service.</li>
      </ul>
    </>
  );
}

function Contact({ path }: { path: string }) {
  return (
    <p>
      Questions about your data, and requests under this policy, go to the operator of this server. The support address
      stands on the page{" "}
      <Link className="link" to={path}>
        Contact
      </Link>
      .
    </p>
  );
}
