// A film in a report: the slider also marks the row of the numbers, and a row moves the slider.
const table = document.querySelector(".steps .wide");
const rows = [...table.querySelectorAll("tbody tr")];
table.classList.add("follows");
film.word = document.querySelector(".film").dataset.step;
film.moved = (frame) => {
  for (const row of table.querySelectorAll("[aria-current]")) row.removeAttribute("aria-current");
  const row = rows[frame];
  row.setAttribute("aria-current", "true");
  table.scrollTop = row.offsetTop - (table.clientHeight - row.clientHeight) / 2;
};
rows.forEach((row, frame) => row.addEventListener("click", () => film.step(frame)));
film.draw();
