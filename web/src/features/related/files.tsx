import Paperclip from "lucide-react/icons/paperclip";
import X from "lucide-react/icons/x";
import { useId, useState } from "react";
import { messageOf } from "@/api/errors";
import type { Memory } from "@/memory/kinds";
import { IconButton } from "@/ui/button";
import { toast } from "@/ui/toast";
import { removeFile } from "./api";
import "./files.css";

type Props = { id: string; files: NonNullable<Memory["files"]> };

const UNITS = ["bytes", "KB", "MB", "GB"] as const;

/** "2.4 MB" */
export function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit > 0 && size < 10 ? size.toFixed(1) : Math.round(size)} ${UNITS[unit]}`;
}

/** The files of a memory: each opens, and can be removed. */
export function Files({ id, files }: Props) {
  const heading = useId();
  const [gone, setGone] = useState<readonly string[]>([]);
  const shown = files.filter(({ _id }) => !gone.includes(_id));
  if (shown.length === 0) return null;
  const remove = async (file: string) => {
    setGone((before) => [...before, file]);
    try {
      await removeFile(id, file);
    } catch (error) {
      setGone((before) => before.filter((one) => one !== file));
      toast.error(messageOf(error, "The file could not be removed."));
    }
  };
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="files-head">
        Files
      </h2>
      <ul className="files">
        {shown.map(({ _id, name, link, kind, size }) => (
          <li key={_id}>
            <Paperclip className="i i-s" aria-hidden="true" />
            <a href={link} target="_blank" rel="noreferrer">
              <span dir="auto">{name}</span>
              <small>
                {kind} · {sizeText(size)}
              </small>
            </a>
            <IconButton label={`Remove ${name}`} icon={<X className="i i-s" />} onClick={() => void remove(_id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
