type Props = {
  name: string | undefined;
  /** Empty while it is not known, which keeps its place; null for none. */
  line: string | null;
};

export function Greeting({ name, line }: Props) {
  return (
    <>
      <h1 className="greet">{name ? `Good Evening ${name}` : "Good Evening"}</h1>
      {line !== null && <p className="greet-sub">{line}</p>}
    </>
  );
}
