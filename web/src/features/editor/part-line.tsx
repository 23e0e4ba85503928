import CircleAlert from "lucide-react/icons/circle-alert";

/** Says why a change is not saved, as soon as that is known. */
export function PartLine({ failed }: { failed: string | undefined }) {
  return (
    <div role="alert">
      {failed && (
        <p className="part-failed">
          <CircleAlert className="i i-s" />
          {failed}
        </p>
      )}
    </div>
  );
}
