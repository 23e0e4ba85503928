/** The name is undefined until it is known. */
export function Greeting({ name }: { name: string | undefined }) {
  return <h1 className="greet">{name ? `Good Evening ${name}` : "Good Evening"}</h1>;
}
