/** An answer that can't be drawn as it was written: its words alone. */
export function BareWords({ children }: { children: string }) {
  return (
    <>
      <p className="muted">This answer can’t be shown as it was written. These are its words:</p>
      <p className="whitespace-pre-line" dir="auto">
        {children}
      </p>
    </>
  );
}
