// A film in a file of its own: bytes and curves stand in the page, and there is no server to tell.
const bytes = Uint8Array.from(atob(document.getElementById("bytes").textContent), (c) => c.charCodeAt(0));
const said = JSON.parse(document.getElementById("said").textContent);
globalThis.kselectSaid = new Map(Object.entries(said));
const film = new Film(document.querySelector("main"));
film.send = () => {};
film.beside = 350;
film.show(bytes);
document.addEventListener("keydown", (event) => {
  const scrolls = event.target.closest(".wide, pre"); // with the same keys
  if (/^Arrow(Left|Right)$/.test(event.key) && !scrolls) film.key(event);
});
for (const [name, paper] of [["beforeprint", true], ["afterprint", false]]) {
  addEventListener(name, () => {
    document.documentElement.classList.toggle("paper", paper); // dark letters on white
    film.laidOut();
  });
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => film.laidOut());
