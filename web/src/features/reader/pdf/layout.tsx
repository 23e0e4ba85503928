import { useMemo, useState } from "react";
import { marksOf } from "@/document/marks";
import { lengthOf, plainOf } from "@/document/tree";
import { Columns } from "../columns";
import { useMarkedUnread } from "../progress/use-marked-unread";
import type { LayoutProps } from "../slots";
import { usePages } from "./api";
import { CitedRow } from "./cited-row";
import { Contents } from "./contents";
import { Desk } from "./desk";

/** A PDF with its printed pages beside its text; without them, such as of a damaged file, in columns. */
export default function PdfLayout(props: LayoutProps) {
  const { memory, leaves, text, back, head, tools, facts, ask, stretches, cited, shown, onShow, page } = props;
  const { pages, none } = usePages(memory?._id);
  const unread = useMarkedUnread(memory);
  const [presses, setPresses] = useState(0);
  const marks = useMemo(
    () => marksOf(stretches, (leaf) => lengthOf(leaves?.[leaf] ? plainOf(leaves[leaf]) : "")),
    [stretches, leaves],
  );
  if (none || !memory) return <Columns {...props} />;
  const show = (citation: number) => {
    onShow(citation);
    setPresses(presses + 1);
  };
  const citation = cited?.citations[shown];
  return (
    <Desk
      id={memory._id}
      pages={pages ?? NO_PAGES}
      leaves={leaves ?? NONE}
      marks={marks}
      start={page}
      presses={presses}
      kept={props.kept}
      unread={unread}
      textRef={props.textRef}
      drawn={props.drawn}
      back={back}
      onPages={props.onPages}
    >
      <article className="pdf-beside">
        {head}
        {cited && citation && (
          <CitedRow
            question={cited.question}
            n={citation.n}
            shown={shown}
            count={cited.citations.length}
            onShow={show}
          />
        )}
        {tools}
        <Contents
          text={props.textRef}
          leaves={leaves ?? NONE}
          from={props.from}
          drawn={props.drawn}
          goTo={props.goTo}
        />
        {text}
        <div ref={props.margin} hidden />
        <aside className="pdf-about" aria-label="About this memory">
          <div ref={props.list} />
          {facts}
        </aside>
      </article>
      <div className="pdf-ask">{ask}</div>
    </Desk>
  );
}

const NO_PAGES = { count: 0, image: "", widths: [], pages: [] };
const NONE: NonNullable<LayoutProps["leaves"]> = [];
