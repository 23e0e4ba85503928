import { Button } from "@/ui/button";

/** In the place of the cards where a filter keeps none. */
export function NothingFits({ failed, onClear }: { failed: boolean; onClear: () => void }) {
  return (
    <div className="nothing-fits">
      <p className="shelf-quiet">
        {failed ? "These filters could not be read." : "Nothing you saved fits these filters."}
      </p>
      <Button look="secondary" onClick={onClear}>
        Clear filters
      </Button>
    </div>
  );
}
