import { Link } from "react-router";
import type { Policy } from "./model";

/** What is stored in the browser. */
export function cookiePolicy(contactPath: string): Policy {
  return {
    title: "Cookie Policy",
    lead: "What Engram leaves in your browser, which is little.",
    sections: [
      { title: "AI platform cookies", body: <PlatformCookies /> },
      { title: "Types of cookies", body: <Types /> },
      { title: "Cookie management", body: <Management /> },
      { title: "Data collection", body: <Collection /> },
      { title: "Updates and contact", body: <Updates contactPath={contactPath} /> },
    ],
  };
}

function PlatformCookies() {
  return (
    <>
      <p>
        Engram is an AI knowledge platform: you upload documents, queries and structured data, which it indexes and
        organises by AI. To keep you signed in while you do, and to look as you left it, it writes to your browser’s
        storage. It sets no cookies in the narrow sense; this page says “cookies” for everything that a site leaves in a
        browser. This is all of it:
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">What for</th>
            <th scope="col">Until</th>
          </tr>
        </thead>
        <tbody>
          <Item name="token" until="you log out">
            Keeps you signed in
          </Item>
          <Item name="darkMode" until="you clear it">
            Dark or light
          </Item>
          <Item name="singleKeys" until="you clear it">
            Whether single keys do something
          </Item>
          <Item name="markColor" until="you clear it">
            The colour that you marked with last
          </Item>
          <Item name="marksBack" until="you clear it">
            Whether the dashboard keeps room for marks that come back
          </Item>
          <Item name="readingType" until="you clear it">
            How texts are set: their size, width, spacing, typeface and paper
          </Item>
          <Item name="draft: and the name of the text" until="you close the tab">
            What you typed and did not send
          </Item>
          <Item name="note-draft: and the number of the note" until="it is saved, or you log out">
            What you wrote in a note and is not saved yet
          </Item>
          <Item name="engram, a database" until="it is sent, or you log out">
            What you shared to the app or saved without a connection, until the server has it
          </Item>
          <Item name="memories, a cache" until="you log out, or your session ends">
            The words of your newest 60 memories and your account’s name, for when the server can’t be reached
          </Item>
          <Item name="shell, a cache" until="there is a newer version">
            The app itself, for when the server can’t be reached
          </Item>
          <Item name="visited" until="you clear it">
            That you have seen the welcome on the dashboard
          </Item>
          <Item name="drafts of" until="you close the tab">
            Whose drafts they are: your username, so that nobody else on this device is shown them
          </Item>
          <Item name="connect" until="you answer, or close the tab">
            What a program that wants to connect asks for, while you sign in
          </Item>
          <Item name="places" until="you close the tab">
            Where you were in the list
          </Item>
          <Item name="react-router-scroll-positions" until="you close the tab">
            How far you had read a page
          </Item>
        </tbody>
      </table>
      <p>
        A player of another service, loaded for something that you saved from there, may set cookies of its own, under
        that service’s policy. YouTube’s is loaded from the address that sets none before you play.
      </p>
    </>
  );
}

type ItemProps = { name: string; until: string; children: string };

function Item({ name, until, children }: ItemProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{children}</td>
      <td>{until}</td>
    </tr>
  );
}

function Types() {
  return (
    <ul>
      <li>
        <strong>Essential platform:</strong> all that is listed above. Without the token you can’t stay signed in; the
        rest makes the app look and behave as you left it.
      </li>
      <li>
        <strong>AI performance:</strong> none in your browser. What makes AI search results and recommendations good,
        such as retrieval tuned to user patterns, rests on the server, with your account.
      </li>
      <li>
        <strong>Analytics:</strong> none. No page of Engram counts its visitors in their browsers or calls a service
        that does.
      </li>
    </ul>
  );
}

function Management() {
  return (
    <>
      <p>You decide what stays:</p>
      <ul>
        <li>
          <strong>Platform settings panel:</strong> dark or light and the single keys are changed in the app, and
          logging out removes the token. Your AI learning preferences are no matter of cookies: the operator names the
          AI providers, if any, and the switch in your settings turns them off for you.
        </li>
        <li>
          <strong>Browser controls:</strong> your browser shows and clears the storage of this site. You are then signed
          out, and nothing that you saved is lost.
        </li>
        <li>
          <strong>API configuration:</strong> a program that uses the API sends its token with each request. The API
          neither sets nor reads cookies.
        </li>
      </ul>
    </>
  );
}

function Collection() {
  return (
    <>
      <p>
        Nothing of this storage leaves your browser but what waits to be saved and the token, which goes with each
        request to this server so that it knows whose memories to search.
      </p>
      <p>
        The server counts requests and searches to keep limits and to stay in order. You can see usage analytics and
        logs that concern your account, export or delete your content, and ask for data portability. Collaborative
        knowledge management changes none of this: people who share a server do not see each other’s data.
      </p>
    </>
  );
}

function Updates({ contactPath }: { contactPath: string }) {
  return (
    <p>
      When what Engram keeps in browsers changes, so does this page, with its date. Questions about it go to the address
      on{" "}
      <Link className="link" to={contactPath}>
        Contact
      </Link>
      .
    </p>
  );
}
