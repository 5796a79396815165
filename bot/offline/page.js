document.documentElement.classList.toggle("framed", parent !== window);

// A typeface is loaded with the first text that needs it. SimCord's pages would wait for all of
// them, which are 30 MB for each page.
document.fonts.load = async () => [];
document.fonts.check = () => true;

// Players need not read "Callback completed", but they must read "Action was not completed".
const trouble = /not completed|uncertain|interrupted|unavailable|ended|closed/i;
const status = document.getElementById("action-status");
const weigh = () => status.classList.toggle("routine", !trouble.test(status.textContent));
new MutationObserver(weigh).observe(status, {childList: true, characterData: true, subtree: true});
weigh();

// Links into Discord lead nowhere, because this server is not there.
addEventListener("click", (event) => {
  if (event.target.closest?.('a[href^="https://discord.com/"]')) event.preventDefault();
}, true);

// --- Commands ------------------------------------------------------------------------------------

// Lists the choices of an option before anything is typed.
addEventListener("focusin", ({target}) => {
  if (!target.matches?.('.command-option-input[role="combobox"]') || target.value) return;
  if (!document.querySelector(".command-suggestion"))
    target.dispatchEvent(new InputEvent("input", {bubbles: true}));
});

// Enter sends the command: also after a choice by mouse, when nothing has the focus, and when an
// option is typed in full. Otherwise it takes the selected suggestion.
addEventListener("keydown", (event) => {
  const row = document.querySelector(".command-row");
  const at = event.target;
  if (event.key !== "Enter" || event.isComposing || !row) return;
  if (at !== document.body && !at.matches(".command-option-input, .command-chip")) return;
  const suggestions = [...document.querySelectorAll(".command-suggestion")];
  const full = suggestions.find((item) => names(item).includes(plain(at.value)));
  if (suggestions.length && !full && at !== document.body) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (full && at.value !== full.dataset.value) full.click();
  send(row.closest("form"));
}, true);

const plain = (text) => (text ?? "").trim().toLowerCase();
const names = (item) => {
  const label = item.querySelector(".command-suggestion-label").textContent;
  return [item.dataset.value, label, label.replace(/ \([^(]*\)$/, "")].map(plain);
};

function send(form) {
  if (form.querySelector('[type="submit"]').disabled) setTimeout(send, 50, form);
  else form.requestSubmit();
}

// --- The front page ------------------------------------------------------------------------------

// The front page may begin a command for a newcomer, but never send it. It asks again until it hears
// that the command is there. While somebody fills in another command, there is nothing to do.
function begin(command) {
  const input = document.getElementById("channel-composer-input");
  if (!input) return true;
  if (input.form.hidden || input.form.querySelector('[type="submit"]').disabled) return false;
  input.focus();
  input.value = command;
  input.dispatchEvent(new InputEvent("input", {bubbles: true}));
  const entries = [...document.querySelectorAll(".command-entry")];
  const entry = entries.find((item) => item.querySelector("strong").textContent === command);
  entry?.click();
  return Boolean(entry);
}

// What the tour can point at: the newest board, its button, the newest ephemeral panel, and that panel after a move.
const sights = {
  board: () => all(".gallery-image").findLast(isPublic),
  move: () => all(".component-button").findLast((it) => isPublic(it) && it.textContent.trim() === "Move"),
  answer: () => all(".gallery-image").findLast((it) => !isPublic(it))?.closest(".channel-message"),
  moved: () => [sights.answer()].find((it) => it?.textContent.includes("✓")),
};
const all = (selector) => [...document.querySelectorAll(selector)];
const isPublic = (element) =>
  !element.closest(".channel-message")?.querySelector(".message-ephemeral-note");

function point(at) {
  const found = sights[at]?.();
  for (const it of all(".pointed")) it.classList.toggle("pointed", it === found);
  found?.classList.add("pointed");
}

addEventListener("message", ({source, data, origin}) => {
  if (source !== parent || parent === window) return;
  if (typeof data?.type === "string" && begin(data.type))
    source.postMessage({typed: data.type}, origin);
  if (data?.newest) timeline.scrollTop = timeline.scrollHeight;
  if (typeof data?.point === "string") {
    point(data.point);
    const seen = Object.keys(sights).filter((name) => sights[name]());
    source.postMessage({seen}, origin);
  }
});

// Scrolls to an ephemeral message, as Discord does, because it answers what was just pressed.
const timeline = document.querySelector(".channel-timeline");
new MutationObserver((changes) => {
  const last = document.querySelector(".channel-message:last-child");
  if (last && !isPublic(last) && changes.some(({addedNodes}) => [...addedNodes].includes(last)))
    requestAnimationFrame(() => { timeline.scrollTop = timeline.scrollHeight; });
}).observe(document.getElementById("channel-message-list"), {childList: true});
