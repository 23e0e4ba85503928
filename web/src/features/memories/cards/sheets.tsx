import pageFace from "./page-face.svg";

/** The top of a page over two more: what a document looks like before it has a picture of its own. */
export function Sheets() {
  return (
    <div className="page">
      <img src={pageFace} alt="" width={480} height={620} />
    </div>
  );
}
