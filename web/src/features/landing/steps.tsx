const STEPS = [
  {
    name: "Add content",
    words: "A link from the morning paper, the lease you signed, the thought on the stairs.",
  },
  {
    name: "AI processing",
    words: "Engram reads it, keeps the words and learns what it is about. A few seconds, in the background.",
  },
  {
    name: "Chat and discover",
    words: "Ask what you half remember. Get the answer, and the page it was on.",
  },
];

export function Steps() {
  return (
    <section className="wrap sec" id="working" aria-labelledby="working-title">
      <div className="sec-head">
        <h2 id="working-title">Three steps, and the third is yours.</h2>
      </div>
      <ol className="steps">
        {STEPS.map(({ name, words }, index) => (
          <li className="step" key={name}>
            <span className="step-n" aria-hidden="true">
              {index + 1}
            </span>
            <h3>{name}</h3>
            <p>{words}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
