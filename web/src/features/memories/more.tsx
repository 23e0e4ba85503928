import RotateCw from "lucide-react/icons/rotate-cw";
import { Button } from "@/ui/button";

type Props = { loading: boolean; failed: boolean; onRetry: () => void };

/** Stands where the next page will be. */
export function More({ loading, failed, onRetry }: Props) {
  return (
    <div className="more" role="status">
      {failed ? (
        <>
          <p>The next memories could not be loaded. Trying again in a moment.</p>
          <Button look="secondary" icon={<RotateCw className="i i-s" />} onClick={onRetry}>
            Try again
          </Button>
        </>
      ) : (
        loading && <p>Loading more memories…</p>
      )}
    </div>
  );
}
