type Props = { src: string; title: string; onReady: () => void };

/** What the services' players need; leading the whole page elsewhere is not among it. */
const SANDBOX =
  "allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox allow-forms";

/** A service's own player. */
export function ServiceFrame({ src, title, onReady }: Props) {
  return (
    <iframe
      src={src}
      title={title}
      allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
      sandbox={SANDBOX}
      // YouTube refuses to play in a page that does not say where it is.
      referrerPolicy="strict-origin-when-cross-origin"
      onLoad={onReady}
    />
  );
}
