import CircleAlert from "lucide-react/icons/circle-alert";
import File from "lucide-react/icons/file";
import Unlink from "lucide-react/icons/unlink";
import { useState } from "react";
import { attempt } from "@/forms/attempt";
import { grouped } from "@/lib/grouped";
import { isPersonal } from "@/lib/house";
import { ALL_KINDS, KINDS, type Kind } from "@/memory/kinds";
import { BusyButton } from "@/ui/busy-button";
import { Button } from "@/ui/button";
import { Upgrading } from "@/ui/upgrading";
import { useImportActs } from "./api";
import {
  alongOf,
  alsoOf,
  comingOf,
  counted,
  type Import,
  kindText,
  lossText,
  othersOf,
  type Preview,
  spanText,
} from "./model";

type Props = { one: Import; preview: Preview };

/** What a file holds, and what of it would be added. */
export function PreviewBody({ one, preview }: Props) {
  const along = [...alongOf(preview), spanText(preview)].filter((words) => words !== undefined);
  return (
    <>
      <Counts one={one} preview={preview} />
      {along.length > 0 && (
        <div className="along">
          <h4>What comes along</h4>
          <ul>
            {along.map((words) => (
              <li key={words} className="badge">
                {words}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Lost lost={preview.lost} />
    </>
  );
}

function Counts({ one, preview }: Props) {
  const { name, found, existing } = one;
  const { kinds, merged, feeds, conversations, filters } = preview;
  const others = othersOf(one, preview);
  if (kinds.length === 0 && others === 0) return null;
  const coming = comingOf(preview);
  const over = preview.new - coming;
  const less: readonly [string, number][] = [
    ["Already here", existing],
    ["Joined to others", merged],
    ["Not added, see below", found - existing - merged - preview.new - feeds - conversations - filters],
    ["Beyond what your plan has room for", over],
  ];
  return (
    <div>
      <table className="count">
        <caption className="vh">What {name} holds</caption>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">In the file</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ kind, count }) => (
            <tr key={kind}>
              <th scope="row">
                <KindMark kind={kind} />
                {kindText(kind)}
              </th>
              <td>{grouped(count)}</td>
            </tr>
          ))}
          {others > 0 && (
            <tr>
              <th scope="row">
                <File className="i" />
                Other entries
              </th>
              <td>{grouped(others)}</td>
            </tr>
          )}
          {less
            .filter(([, count]) => count > 0)
            .map(([words, count]) => (
              <tr key={words} className="less">
                <th scope="row">{words}</th>
                <td>
                  <span aria-hidden="true">−</span>
                  <span className="vh">less </span>
                  {grouped(count)}
                </td>
              </tr>
            ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">To be added</th>
            <td>{grouped(coming)}</td>
          </tr>
        </tfoot>
      </table>
      {over > 0 && (
        <p className="banner banner-pro">
          <CircleAlert className="i" />
          <span>
            {coming > 0
              ? `Your plan has room for ${grouped(coming)} of them. The others are listed when it is done, and can be tried again.`
              : "Your plan has no room for more. Delete something first, or make room with a larger plan."}{" "}
            {!isPersonal() && <Upgrading>Upgrade to Pro</Upgrading>}
          </span>
        </p>
      )}
    </div>
  );
}

function KindMark({ kind }: { kind: string }) {
  if (!ALL_KINDS.includes(kind as Kind)) return null;
  const { Icon } = KINDS[kind as Kind];
  return <Icon className="i" />;
}

function Lost({ lost }: { lost: Preview["lost"] }) {
  if (lost.length === 0) return null;
  return (
    <div className="lost-list">
      <h4>What will not come across as it was</h4>
      <ul>
        {lost.map(({ what, count, why }) => (
          <li key={what + why}>
            <Unlink className="i i-s" />
            <span>
              <b>{lossText(what, count)}</b> <span>{why}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type StartProps = Props & { onDone: () => void };

export function StartBar({ one, preview, onDone }: StartProps) {
  const { act, discard } = useImportActs();
  const [busy, setBusy] = useState(false);
  const coming = comingOf(preview);
  const also = alsoOf(preview);

  async function onStart() {
    setBusy(true);
    if (await attempt("starting an import", () => act(one.id, "start"))) onDone();
    setBusy(false);
  }

  return (
    <div className="import-sheet-foot">
      {coming > 0 || also ? (
        <Button busy={busy} onClick={() => void onStart()}>
          {coming > 0 ? `Add ${counted(coming, "memory", "memories")}` : also}
        </Button>
      ) : (
        <p className="hint">
          {preview.new > 0 ? "Nothing can be added just now." : "There is nothing in it that is not here already."}
        </p>
      )}
      <BusyButton
        look="ghost"
        onPress={async () => void (await attempt("discarding an import", () => discard(one.id)))}
      >
        {coming > 0 || also ? "Don’t add it" : "Done"}
      </BusyButton>
    </div>
  );
}
