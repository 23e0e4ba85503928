import { grouped } from "@/lib/grouped";
import { sizeText } from "@/lib/size-text";
import { BusyButton } from "@/ui/busy-button";
import { Section } from "@/ui/section";
import { usePeople } from "./api";
import { type Person, ROLES, seenText } from "./model";
import { Day, Pending } from "./parts";
import { PersonMenu } from "./person-menu";
import { type PersonActions, usePersonActions } from "./use-person-actions";

/** The accounts, and what an owner may do with each. */
export function People() {
  const { people, more, failed, refresh, readMore } = usePeople();
  const { actions, dialog } = usePersonActions(refresh);
  return (
    <Section id="people" title="People" lead="Who has an account here. What they save and ask is theirs alone.">
      {people ? (
        <div>
          <table className="cards-table">
            <caption className="vh">People who have an account</caption>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Role</th>
                <th scope="col">Joined</th>
                <th scope="col">Last seen</th>
                <th scope="col" className="n">
                  Memories
                </th>
                <th scope="col" className="n">
                  Files
                </th>
                <th scope="col">
                  <span className="vh">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {people.map((person) => (
                <Row key={person.id} person={person} actions={actions} />
              ))}
            </tbody>
          </table>
          {more && (
            <BusyButton className="mt-3" look="secondary" onPress={async () => void (await readMore())}>
              Show more
            </BusyButton>
          )}
        </div>
      ) : (
        <Pending what="people" failed={failed} retry={refresh} />
      )}
      {dialog}
    </Section>
  );
}

function Row({ person, actions }: { person: Person; actions: PersonActions }) {
  const { username, email, role, createdAt, lastSeenAt, disabled, memories, bytes, you } = person;
  return (
    <tr className={disabled ? "off" : undefined}>
      <th scope="row">
        <bdi>{username}</bdi>
        {you && <span className="tag">You</span>}
        {disabled && <span className="tag tag-bad">Disabled</span>}
        {email && <small dir="auto">{email}</small>}
      </th>
      <td data-label="Role">{ROLES[role]}</td>
      <td data-label="Joined">
        <Day at={createdAt} />
      </td>
      <td data-label="Last seen">
        {lastSeenAt ? <Day at={lastSeenAt} text={seenText(new Date(lastSeenAt), new Date())} /> : "Not known"}
      </td>
      <td data-label="Memories" className="n">
        {grouped(memories)}
      </td>
      <td data-label="Files" className="n">
        {sizeText(bytes)}
      </td>
      <td className="acts-cell">{!you && <PersonMenu person={person} actions={actions} />}</td>
    </tr>
  );
}
