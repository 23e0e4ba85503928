export function Component() {
  return <main id="main">Engram</main>;
}
