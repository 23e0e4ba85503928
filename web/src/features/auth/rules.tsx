import Check from "lucide-react/icons/check";
import Circle from "lucide-react/icons/circle";
import { type Credentials, rulesOf } from "./model";

/** Lists the rules of username and password, and ticks off those that are met. */
export function Rules({ id, ...typed }: Credentials & { id: string }) {
  return (
    <ul id={id} className="rules" aria-label="What name and password need">
      {rulesOf(typed).map(({ words, met }) => (
        <li key={words} className={met ? "ok" : undefined}>
          {met ? <Check className="i i-s" /> : <Circle className="i i-s" />}
          <span>
            {words}
            {met && <span className="vh">, done</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
