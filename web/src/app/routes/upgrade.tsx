export function Component() {
  return <main id="main">Upgrade</main>;
}
