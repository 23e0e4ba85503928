/** Who is signed in, and how they sign in. */
export function Profile({ homePath }: { homePath: string }) {
  return <a href={homePath}>Engram</a>;
}
