import BookOpen from "lucide-react/icons/book-open";

type Props = { share: number; onGo: () => void };

/** Leads to where the memory was left. It asks nothing, and moves nothing by itself. */
export function GoOn({ share, onGo }: Props) {
  return (
    <button type="button" className="go-on num" onClick={onGo}>
      <BookOpen className="i i-s" />
      Go on at {Math.round(share * 100)}%
    </button>
  );
}
