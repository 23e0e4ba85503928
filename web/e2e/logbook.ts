/** A page that has everything a saved text can have. */

const filler =
  "Weather, ships, what they ate: for a century and a half the logbooks were checked once, shelved, and forgotten by all. ";

const blocks = `
<h2 id="a">A book nobody was meant to read</h2>
<p>The log at Skerrow Point runs to forty-one volumes and has, so far as anyone knows, been read from end to end by three
people. The first was the inspector, who was paid to. The second was a schoolteacher on a wet holiday in 1974.</p>
<p>It has no plot and a great many herring. Yet after a week in the reading room I had begun to feel that the most honest
book in the country was kept by people who were certain no one would ever open it.</p>
<figure><img src="/logbook.png" alt="A calm sea under a full moon" width="960" height="540"><figcaption>Skerrow Point from the
north landing, drawn on the back of the entry for 9 March 1888.</figcaption></figure>
<h2>What the keeper owed the office</h2>
<p>The rules fitted on one card. Light the lamp at sunset and put it out at sunrise. Write down the glass, the wind and the
sea at each watch, and <a href="https://office.example/rules">report every vessel that passes within sight</a>.</p>
<ul><li>Light the lamp at sunset</li><li>Wind the clockwork every four hours</li><li>Write down<ul><li>the glass</li>
<li>the wind</li></ul></li></ul>
<blockquote><p>An hour missed is to be left blank, never filled from memory. A blank is a fact. A guess is a lie with a time
beside it.</p></blockquote>
<p>That article explains the holes. ${filler}</p>
<h2>The weather column</h2>
<p>What a keeper put there changed with the man. Some wrote numbers, some wrote “dirty”, and one, for eleven years, graded
the sea by whether his wife would cross it.<sup id="r1"><a href="#f1">1</a></sup> The office never complained.</p>
<table><caption>One day in the log: 9 March 1888</caption><thead><tr><th>Watch</th><th>Glass</th><th>Wind</th>
<th>Sea, in his words</th></tr></thead><tbody><tr><td>Midnight</td><td>29.41</td><td>WSW 6</td><td>Would not cross</td></tr>
<tr><td>4 AM</td><td>29.52</td><td>W 5</td><td>Would complain</td></tr><tr><td>Sunset</td><td>29.88</td><td>NW 1</td>
<td>Would sing</td></tr></tbody></table>
<h3>Reading it by machine</h3>
<p>The volunteers who typed the pages kept his words in a field of their own. The parser is nine lines long, and the only
clever thing about it is what it refuses to do.</p>
<pre><code class="language-python">def watch(line):
    hour, glass, wind, *said = line.split("|")
    if not glass.strip():
        return Blank(hour)   # article 11: never fill it in
    return Watch(hour, float(glass), wind, said)</code></pre>
<h2>What was left out</h2>
<p>There is almost nothing about loneliness. There is a good deal about paint. The nearest any of them comes is in the last
volume, the night before the light was made automatic: “All in order. Lamp lit itself.”</p>
<p dir="rtl">הלילה היה קצר, והבוקר ארוך. הים היה שקט כל היום, ואיש לא עבר.</p>
${Array.from({ length: 12 }, (_, n) => `<p>Entry ${n + 1}. ${filler.repeat(3)}</p>`).join("\n")}
<hr>
<ol><li id="f1">The twelve-step scale had been in print for fifty years by then. Keepers were issued a card of it.
<a href="#r1">↩</a></li></ol>`;

export const LOGBOOK = `<!doctype html><html lang="en"><head><title>Lighthouse keepers wrote everything down</title>
<meta name="description" content="What the keepers of the lights put down, and why it is better than the novels.">
<meta name="author" content="Orla Fennimore"><meta property="og:site_name" content="The Salt Archive">
<meta property="article:published_time" content="2024-03-02T10:00:00Z"></head><body><article>
<h1>Lighthouse keepers wrote everything down</h1>${blocks}</article></body></html>`;

/** What stands in every fifth volume, one after another. */
const extras = [
  (n: number) =>
    `<ul><li>The glass at noon, volume ${n}</li><li>The wind<ul><li>by compass</li><li>by his word</li></ul></li></ul>`,
  (n: number) =>
    `<table><thead><tr><th>Watch</th><th>Glass</th><th>Sea</th></tr></thead><tbody>${Array.from(
      { length: 6 },
      (_, row) => `<tr><td>${row * 4}:00</td><td>29.${40 + row + n}</td><td>Would complain</td></tr>`,
    ).join("")}</tbody></table>`,
  (n: number) => `<pre><code class="language-go">func watch(line string) (Watch, error) {
\treturn read(line, ${n})
}</code></pre>`,
  () => "<blockquote><p>A blank is a fact. A guess is a lie with a time beside it.</p></blockquote>",
  () => "",
];

const volume = (n: number) => `<h2>Volume ${n + 1}</h2><p>${n}. ${filler.repeat(6)}</p>
<figure><img src="/logbook-${n}.png" alt="Plate ${n + 1}" width="960" height="540"><figcaption>Plate ${n + 1}</figcaption></figure>
<p>It <em>was</em> <a href="https://office.example/volume-${n}">shelved again</a>. ${filler.repeat(7)}</p>${extras[n % 5]?.(n)}`;

/** An article of ten thousand words with forty pictures. */
export const LONG_ARTICLE = `<!doctype html><html lang="en"><head><title>All of the log</title></head><body><article>
<h1>All of the log</h1>${Array.from({ length: 40 }, (_, n) => volume(n)).join("\n")}</article></body></html>`;
