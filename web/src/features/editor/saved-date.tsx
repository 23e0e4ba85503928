import Pencil from "lucide-react/icons/pencil";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Memory } from "@/memory/kinds";
import { Button } from "@/ui/button";
import { usePart } from "./change-part";
import { dayOf, onDay } from "./days";
import { PartLine } from "./part-line";
import "./parts.css";

/** When a memory was saved, which its user may set to another day. */
export function SavedDate({ memory, children }: { memory: Memory; children: ReactNode }) {
  const [editing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(false);
    // The button is there again once the form has gone.
    setTimeout(() => opener.current?.focus({ preventScroll: true }));
  };
  if (editing) return <DateForm memory={memory} onClose={close} />;
  return (
    <button ref={opener} type="button" className="saved-date" onClick={() => setEditing(true)}>
      <span className="vh">Change the day it was saved,</span> {children}
      <Pencil className="i i-s" />
    </button>
  );
}

function DateForm({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const { createdAt, captured } = memory;
  const field = useRef<HTMLInputElement>(null);
  const [day, setDay] = useState(() => dayOf(createdAt));
  const { busy, failed, send } = usePart(memory);
  useEffect(() => field.current?.focus(), []);
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    const at = onDay(createdAt, day);
    if (day === dayOf(createdAt) || (at && (await send({ createdAt: at })))) onClose();
  };
  const putBack = async () => {
    if (await send({ createdAt: null })) onClose();
  };
  return (
    <form className="part date-form" onSubmit={keep}>
      <input
        ref={field}
        type="date"
        className="input"
        aria-label="Saved on"
        required
        min="1970-01-01"
        max={dayOf(new Date().toISOString())}
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          onClose();
        }}
      />
      <div className="part-acts">
        <Button type="submit" size="small" busy={busy}>
          Keep
        </Button>
        <Button look="ghost" size="small" onClick={onClose}>
          Cancel
        </Button>
        {captured?.createdAt !== undefined && (
          <Button look="ghost" size="small" onClick={() => void putBack()}>
            Put back
          </Button>
        )}
      </div>
      <PartLine failed={failed} />
    </form>
  );
}
