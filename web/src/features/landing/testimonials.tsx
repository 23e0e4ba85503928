import { useState } from "react";
import { type Person, type Testimonial, withPeople } from "./model";
import elena from "./pictures/voice-1.svg";
import tobias from "./pictures/voice-2.svg";
import priya from "./pictures/voice-3.svg";

const TESTIMONIALS: readonly Testimonial[] = [
  {
    words: "I asked where I had read that one line, and it gave me the page. I had been looking for it since spring.",
    role: "Researcher",
    name: "Elena Marsh",
    picture: elena,
  },
  {
    words:
      "Four hundred cases, and I ask it the way I would ask a friend who has read them all. It says so when it does not know.",
    role: "Student",
    name: "Tobias Ek",
    picture: tobias,
  },
  {
    words: "The report, the talk and the note I made on the train: one question finds all three.",
    role: "Professional",
    name: "Priya Nair",
    picture: priya,
  },
];

/** Shows who Engram is for, as sample testimonials. */
export function Testimonials({ people }: { people: readonly Person[] }) {
  return (
    <section className="wrap sec" id="about" aria-labelledby="about-title">
      <div className="sec-head">
        <h2 id="about-title">In their words.</h2>
        <p>What a researcher, a student and a professional might say: sample voices of made-up people.</p>
      </div>
      <div className="said">
        {withPeople(TESTIMONIALS, people).map((testimonial, index) => (
          <figure key={testimonial.role}>
            <blockquote>{testimonial.words}</blockquote>
            <figcaption>
              <Portrait
                key={testimonial.picture}
                picture={testimonial.picture}
                drawn={TESTIMONIALS[index]?.picture ?? ""}
              />
              <span className="said-by">
                <b dir="auto">{testimonial.name}</b>
                {testimonial.role}
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

/** Lays a picture over the drawn avatar, which shows until the picture loads, and if it fails. */
function Portrait({ picture, drawn }: { picture: string; drawn: string }) {
  const [lost, setLost] = useState(false);
  return (
    <span className="avatar">
      <img src={drawn} alt="" width="96" height="96" loading="lazy" />
      {picture !== drawn && !lost && (
        <img src={picture} alt="" width="96" height="96" loading="lazy" onError={() => setLost(true)} />
      )}
    </span>
  );
}
