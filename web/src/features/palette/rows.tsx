import { Fragment, type ReactNode } from "react";
import { classNames } from "@/lib/class-names";
import { KeyHint } from "@/ui/keys";

export type Row = {
  /** Valid as part of an element id. */
  id: string;
  icon: ReactNode;
  label: ReactNode;
  /** A smaller line under the label. */
  under?: ReactNode;
  /** Shown at the end of the line. */
  side?: string;
  keys?: string;
  /** What the field holds once it is chosen, in the place of closing. */
  fill?: string;
  run: () => void;
};

export type Group = {
  title: string;
  rows: readonly Row[];
  /** Shown instead of rows. */
  note?: string | undefined;
};

type Props = {
  id: string;
  groups: readonly Group[];
  active: Row | undefined;
  optionId: (row: Row) => string;
  /** Called when the pointer moves over a row. */
  onMean: (row: Row) => void;
  onChoose: (row: Row) => void;
};

/** The list box under the field: groups of options, one of them active. */
export function Rows({ id, groups, active, optionId, onMean, onChoose }: Props) {
  return (
    <div className="palette-list" id={id} role="listbox" aria-label="Results">
      {groups.map(({ title, rows, note }) => (
        <Fragment key={title}>
          {rows.length > 0 && (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox.
            <div role="group" aria-label={title}>
              <h3 role="presentation">{title}</h3>
              {rows.map((row) => (
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which has aria-activedescendant.
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
                <div
                  key={row.id}
                  id={optionId(row)}
                  role="option"
                  aria-selected={row === active}
                  className={classNames("item", row === active && "on")}
                  // On move, not on enter: a list that scrolls under a resting pointer must not change the active row.
                  onPointerMove={() => row !== active && onMean(row)}
                  // Keeps the focus in the field.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => onChoose(row)}
                >
                  {row.icon}
                  <span className="palette-line" dir="auto">
                    {row.label}
                    {row.under && <span className="palette-under">{row.under}</span>}
                  </span>
                  {row.side && <span className="sub">{row.side}</span>}
                  {row.keys && <KeyHint keys={row.keys} />}
                </div>
              ))}
            </div>
          )}
          {note && (
            <p role="presentation" className="palette-note">
              {note}
            </p>
          )}
        </Fragment>
      ))}
    </div>
  );
}
