// Runs before the app has arrived: what the dashboard asks for first is then on its way already. The calls are made by
// api/client.ts as ever, which takes these answers for its own (api/early.ts).
(() => {
  // The app begins once what the page shows by itself has been painted, or at once where nobody looks: running it takes a phone
  // half a second.
  document.addEventListener("DOMContentLoaded", () => {
    const app = document.getElementById("app");
    const begin = () => {
      for (const link of document.querySelectorAll("link[data-late]")) link.rel = "modulepreload";
      if (app) import(app.href);
    };
    if (document.hidden) begin();
    else requestAnimationFrame(() => setTimeout(begin));
  });

  let token = null;
  try {
    token = localStorage.getItem("token");
  } catch {
    // Who forbids us to keep anything is signed in nowhere.
  }
  // "/" comes with the content of /welcome, and is that for whoever has no token.
  if (location.pathname === "/") {
    document.documentElement.toggleAttribute("data-leaving", Boolean(token));
    if (token) location.replace("/home");
    else history.replaceState(null, "", `/welcome${location.search}${location.hash}`);
  }
  // Whoever is to sign in first is not shown the outline of the dashboard.
  document.documentElement.toggleAttribute("data-signed-out", !token);
  if (!token || !/^\/home(\/|$)/.test(location.pathname)) return;
  window.early = { token, answers: {}, known: {} };
  for (const path of ["/api/v1/getuser", "/api/v1/content?limit=60"]) {
    const answer = fetch(path, { headers: { authorization: token } });
    window.early.answers[path] = answer;
    answer
      .then(async (response) => {
        if (response.ok) window.early.known[path] = await response.clone().json();
      })
      .catch(() => {}); // whoever takes the answer hears of it
  }
})();
