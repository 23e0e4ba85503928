import { Link } from "react-router";
import type { Policy } from "./model";

/** What is stored, why, and how it is deleted. */
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
          the documents that you upload, your notes, the addresses of the pages, videos and tweets that you save, with
          the text and the pictures read from them;
        </li>
        <li>
          what you mark in them with its colour and your remark, how far you have read them, and the words that are
          recognised in scans and pictures, which happens on the server;
        </li>
        <li>structured data that comes with what you save: titles, authors, dates, tags;</li>
        <li>what Engram makes of it in order to search it: passages, and numbers that stand for what each means;</li>
        <li>
          your username, a hash of your password, your email address once it is known, your plan, and your subscription
          if you have one;
        </li>
        <li>how many memories and documents you keep, and how many searches you made today;</li>
        <li>
          where you are signed in: the kind of browser and system, such as “Firefox on Windows”, when you signed in
          there, and to the hour when you were last seen. Neither a network address nor a place is kept with it;
        </li>
        <li>
          a keyed hash, which nobody can read, of each of the latest twenty network addresses that you signed in from,
          for ninety days, so that strangers who try your name do not keep you out;
        </li>
        <li>
          what happened to your account: signing in and out, a changed password or email address, the beginning and the
          end of a membership, each with its time and the kind of device. Of each kind the latest hundred entries are
          kept, for a year at most;
        </li>
        <li>
          your queries with their answers, as conversations, for as long as you choose in your settings: until you
          delete them, which is how it begins, for 90 days after their last question, or not at all. With the last they
          are in no list, and are deleted about an hour after their last question, so that you can ask on until then.
        </li>
      </ul>
      <p>
        The latest queries also stay in the server’s working memory for a while, so that the same question is answered
        sooner. So do counts of how often a network address tried to sign in, which keep others from guessing your
        password.
      </p>
      <p>
        An email address that you leave on the page of something still to come is kept to tell you of it, and for
        nothing else.
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
        Retrieval tuned to user patterns is tuned to yours and serves you alone: your own memories decide what counts as
        rare and what as near, and nobody else’s do. Your content is not sold, not used for advertising, and does not
        train models.
      </p>
      <p>
        Collaborative knowledge management means that people can share a server. They do not share memories: no search
        of one person finds what another has saved.
      </p>
      <p>Others learn of what you save only as far as they have to:</p>
      <ul>
        <li>
          <strong>The sites that you save from.</strong> The server fetches their pages in your place, when you save
          them and when you ask for it anew, and the pictures in them from wherever the page says. They see the server,
          not you. For a file that you upload nothing is fetched, whatever it refers to.
        </li>
        <li>
          <strong>Services of videos and recordings,</strong> such as YouTube. The server asks them for titles and
          captions. When you play something, or when a recording without a picture comes into view, your browser loads
          their player, and they see your network address.
        </li>
        <li>
          <strong>The network that a tweet is from.</strong> The server reads the tweet and keeps it; your browser loads
          its pictures and videos from that network.
        </li>
        <li>
          <strong>The payment provider,</strong> if the operator has one. It asks for your card details, which never
          reach us, and tells us your email address and whether you have paid.
        </li>
      </ul>
    </>
  );
}

function Security() {
  return (
    <>
      <p>
        Of passwords, and of the tokens that keep you signed in, we store hashes. A session ends when you log out, end
        it from your profile or do not use it for thirty days, and a changed password ends all the others. A document
        opens through a signed link with an end time: until then it opens to whoever has the link.
      </p>
      <p>
        PDFs are read, and scans and pictures recognised, in processes of their own with tight limits, other files
        within limits of size and time, and an address that you save can’t lead the server into its own network. The
        pages that you see run none but Engram’s own scripts; a player of another service is shut into a frame that sees
        nothing of yours.
      </p>
      <p>
        The operator is responsible for the machine: for encryption on the way to it, for who may enter it, and for its
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
          export your content: one archive has all of it, as pages to read, as Markdown, as data that other programs
          read, and every file as it was;
        </li>
        <li>
          delete your content: a deleted memory shows in no answer, and rests in your trash for 30 days or until you
          empty it; then its file goes with it. What is in the operator’s backups goes when those are replaced;
        </li>
        <li>
          change your AI learning preferences: which outside AI is sent anything, if any, is set on the server; the
          switch in your settings turns it off for you;
        </li>
        <li>
          see usage analytics and logs that concern your account: your profile shows what you use of your plan, where
          you are signed in and what happened; the server’s other records come on request;
        </li>
        <li>ask for data portability: a copy of your data in a common format, for you or for another service.</li>
      </ul>
      <p>
        You can delete your whole account. It takes your password and your name, your membership ends first, and
        everything in it is gone within the hour. The operator’s backups from before hold it until they are replaced.
      </p>
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
