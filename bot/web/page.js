// Keeps the page up to date, and shows earlier steps without reloading the page. Without this script the page can be
// read, and its links and forms work.

const {token, digest, lost, new: movedOn} = document.body.dataset;
const language = document.documentElement.lang;
const main = document.querySelector("main");
const note = document.getElementById("note");
const RETRY_MS = 10_000, FULL_MS = 60_000, PAUSE_MS = 150;

let shown = digest; // of what this page shows
let newest = ""; // the newest digest from the server
let asking = null; // the request that is running

const slider = () => document.getElementById("slider");
const isNow = () => !slider() || slider().value === slider().max;
const say = (text) => { if (note.textContent !== text) note.textContent = text; };

// --- Content of the page -------------------------------------------------------------------------

async function show(query) {
  asking?.abort();
  const mine = asking = new AbortController();
  try {
    const answer = await fetch(query, {signal: mine.signal, cache: "no-store"});
    if (!answer.ok) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    localise(page);
    take(page, mine);
  } catch (error) {
    if (error.name !== "AbortError") say(lost);
  }
}

const now = () => `?step=now&lang=${language}`;

function take(page, mine) {
  document.title = page.title;
  shown = page.body.dataset.digest;
  const parts = [...page.querySelector("main").children];
  for (const old of [...main.children]) {
    if (!parts.some((part) => part.id === old.id)) old.remove();
  }
  let before = null;
  for (const part of parts) {
    const old = main.querySelector(`:scope > #${part.id}`);
    if (!old) main.insertBefore(part, before ? before.nextSibling : main.firstChild);
    else if (part.id === "way") takeWay(part);
    else if (part.id === "board") takeBoard(part, mine);
    else if (old.innerHTML !== part.innerHTML) old.replaceChildren(...part.childNodes);
    before = old ?? part;
  }
}

// Changes only the attributes and texts of the controls, so that the slider keeps the focus.
function takeWay(way) {
  for (const part of way.querySelectorAll("[id]")) {
    const old = document.getElementById(part.id);
    for (const {name, value} of part.attributes) old.setAttribute(name, value);
    if (old === slider()) old.value = part.getAttribute("value");
    else old.textContent = part.textContent;
  }
}

// Keeps the old picture until the next one is loaded.
async function takeBoard(board, mine) {
  const next = board.querySelector("img"), img = main.querySelector("#board img");
  img.alt = next.alt;
  if (img.getAttribute("src") === next.getAttribute("src")) return;
  const picture = new Image();
  picture.src = next.getAttribute("src");
  await picture.decode().catch(() => {});
  if (mine !== asking) return;
  img.classList.add("new");
  img.src = picture.src;
  img.parentElement.href = picture.src;
  requestAnimationFrame(() => img.classList.remove("new"));
}

function localise(page) {
  const style = new Intl.DateTimeFormat(language, {dateStyle: "medium", timeStyle: "short"});
  for (const time of page.querySelectorAll("time")) time.textContent = style.format(new Date(time.dateTime));
}

// --- Events --------------------------------------------------------------------------------------

let source = null;

function connect() {
  source?.close();
  const events = source = new EventSource(`${token}/events?lang=${language}`);
  events.onopen = () => { if (note.textContent === lost) say(""); };
  events.onmessage = ({data}) => {
    const isNews = newest && newest !== data;
    newest = data;
    if (isNow()) {
      if (data !== shown) show(now());
    } else if (isNews) {
      show(location.search);
      say(movedOn);
    }
  };
  events.onerror = () => {
    say(lost);
    if (events.readyState === EventSource.CLOSED) setTimeout(connect, RETRY_MS);
  };
  const end = (again) => ({data}) => {
    events.close();
    say(data);
    if (again) setTimeout(connect, FULL_MS);
  };
  events.addEventListener("full", end(true));
  events.addEventListener("closed", end(false));
}

// --- What readers do -----------------------------------------------------------------------------

let pause = 0;

function go(query) {
  history.replaceState(null, "", query);
  say("");
  show(query);
}

main.addEventListener("input", ({target}) => {
  if (target !== slider()) return;
  clearTimeout(pause);
  pause = setTimeout(() => go(isNow() ? now() : `?step=${target.value}&lang=${language}`), PAUSE_MS);
});

main.addEventListener("submit", (event) => event.preventDefault());

main.addEventListener("click", (event) => {
  const link = event.target.closest("#way a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.getAttribute("aria-disabled") !== "true") go(link.getAttribute("href"));
});

localise(document);
connect();
