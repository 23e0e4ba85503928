export function Component() {
  return <main id="main">Policies</main>;
}
