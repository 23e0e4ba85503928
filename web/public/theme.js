// Runs before the first paint, so that nobody who chose light sees a dark flash. Keep in step with features/theme/model.ts.
(() => {
  var dark = true;
  try {
    dark = JSON.parse(localStorage.getItem("darkMode")) !== false;
  } catch {
    // An unreadable choice counts as none.
  }
  var root = document.documentElement;
  root.classList.toggle("dark", dark);
  root.classList.toggle("light", !dark);
  document.querySelector('meta[name="theme-color"]').content = dark ? "#100e0b" : "#fcfaf7";
})();
