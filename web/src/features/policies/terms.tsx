import { Link } from "react-router";
import type { Policy } from "./model";

/** What is offered, and on what terms. File size, quotas and rates are named without numbers: each server has its own. */
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
    </>
  );
}

function Obligations() {
  return (
    <>
      <p>You agree to:</p>
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
        it to you: that much, no more, and for as long as you keep it here.
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
        File size, storage quotas and rate limits apply. They depend on your plan and on the server; the plans tell
        which are yours, and the app says so when you reach one.
      </p>
      <p>
        An AI can be wrong, and a page can be saved badly or be gone at its source. The service is offered as it is: it
        may pause for maintenance, and neither an answer’s truth nor a source’s presence is promised.
      </p>
    </>
  );
}

function Termination({ contactPath }: { contactPath: string }) {
  return (
    <>
      <p>
        You can stop at any time. A subscription that you cancel ends at once. To have your account removed with
        everything in it, write to the operator of the server by way of{" "}
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
