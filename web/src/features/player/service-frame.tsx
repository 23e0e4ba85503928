type Props = { src: string; title: string; onReady: () => void };

/** The sandbox permissions that the players need, without navigating the top window. */
const SANDBOX =
  "allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox allow-forms";

/** The player of an external service, in an iframe. */
export function ServiceFrame({ src, title, onReady }: Props) {
  return (
    <iframe
      src={src}
      title={title}
      allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
      sandbox={SANDBOX}
      // YouTube refuses to play without a referrer.
      referrerPolicy="strict-origin-when-cross-origin"
      onLoad={onReady}
    />
  );
}
