import { Link } from "react-router";
import type { Policy } from "./model";

/** The terms of service. File size, quotas and rates are named without numbers, because each server has its own. */
export function termsOfService(contactPath: string): Policy {
  return {
    title: "Terms of Service",
    lead: "What you may expect of Engram, and what it expects of you.",
    sections: [
      { title: "Platform services", body: <Services /> },
      { title: "User obligations", body: <Obligations /> },
      { title: "Data usage rights", body: <Usage /> },
      { title: "Service limitations", body: <Limitations /> },
      { title: "Termination", body: <Termination contactPath={contactPath} /> },
    ],
  };
}

function Services() {
  return (
    <>
      <p>
        Engram is an AI knowledge platform. You upload documents, queries and structured data; it indexes and organises
        them by AI, so that you can ask for them in plain words. These terms are between you and the operator of the
        server that you use.
      </p>
      <p>The service comprises:</p>
      <ul>
        <li>keeping web pages, videos, tweets, documents and notes, with the text read from them;</li>
        <li>AI search results and recommendations, with the passages that they rest on;</li>
        <li>retrieval tuned to user patterns, each person’s for that person alone;</li>
        <li>collaborative knowledge management: many people on one server, each with memories of their own.</li>
      </ul>
      <p>
        Plans differ in how much you can keep and ask. What each holds and costs stands where it is offered, and so does
        the money-back guarantee. Pro is paid in advance, by the month or by the year, and goes on until you cancel it.
      </p>
    </>
  );
}

function Obligations() {
  return (
    <>
      <p>An account is for one person. You agree to:</p>
      <ul>
        <li>save and upload only what you may lawfully keep and have read by a program;</li>
        <li>keep your password to yourself, and tell the operator when somebody else knows it;</li>
        <li>leave the accounts, the data and the service of others in peace, and its limits in place;</li>
        <li>check an answer against its sources before you rely on it.</li>
      </ul>
    </>
  );
}

function Usage() {
  return (
    <>
      <p>
        What you upload stays yours. You allow the operator to store it, to read text from it, to index it and to show
        it to you: that much, no more, and for as long as you keep it here. The Privacy Policy says who else may see any
        of it, and when.
      </p>
      <p>
        What others have made stays theirs. Engram keeps a copy of a page or a tweet so that you can read and find it;
        it gives you no right to publish that copy.
      </p>
      <p>
        You can export or delete your content and change your AI learning preferences at any time. You can see usage
        analytics and logs that concern your account, and ask for data portability.
      </p>
    </>
  );
}

function Limitations() {
  return (
    <>
      <p>
        File size, storage quotas and rate limits apply. They depend on your plan and on the server; the plans tell how
        much you can keep, upload and ask, and the app says so when you reach a limit. What you have already saved stays
        when a limit is reached.
      </p>
      <p>
        An AI can be wrong, and a page can be saved badly or be gone at its source. An answer names the passages that it
        rests on; it is no advice on law, health or money. The service is offered as it is: it may pause for
        maintenance, and neither an answer’s truth nor a source’s presence is promised.
      </p>
    </>
  );
}

function Termination({ contactPath }: { contactPath: string }) {
  return (
    <>
      <p>
        You can stop at any time. A subscription that you cancel ends at once; your account and your memories stay, with
        the limits of the free plan for whatever you add. To have your account removed with everything in it, write to
        the operator of the server by way of{" "}
        <Link className="link" to={contactPath}>
          Contact
        </Link>
        .
      </p>
      <p>
        The operator may suspend or end an account that breaks these terms or endangers the service for others, and
        gives the owner, where the law allows it, the opportunity to export their content first.
      </p>
    </>
  );
}
