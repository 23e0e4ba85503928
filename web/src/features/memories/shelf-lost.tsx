import RotateCw from "lucide-react/icons/rotate-cw";
import { Button } from "@/ui/button";

/** Stands in for the shelf where its code could not be loaded. */
export function ShelfLost() {
  return (
    <div className="more">
      <p>Your memories are safe, but could not be shown.</p>
      <Button look="secondary" icon={<RotateCw className="i i-s" />} onClick={() => window.location.reload()}>
        Load again
      </Button>
    </div>
  );
}
