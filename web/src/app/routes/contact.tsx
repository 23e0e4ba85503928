export function Component() {
  return <main id="main">Contact</main>;
}
