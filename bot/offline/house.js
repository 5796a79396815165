document.documentElement.classList.toggle("framed", parent !== window);

// "Callback completed" is no news to a player; "Action was not completed" is.
const trouble = /not completed|uncertain|interrupted|unavailable|ended|closed/i;
const status = document.getElementById("action-status");
const weigh = () => status.classList.toggle("routine", !trouble.test(status.textContent));
new MutationObserver(weigh).observe(status, {childList: true, characterData: true, subtree: true});
weigh();

// A picture on its way keeps its room, or the page would jump to the top with every move.
new MutationObserver(() => {
  for (const image of document.querySelectorAll("img[width]:not([src])"))
    image.style.aspectRatio = `${image.getAttribute("width")} / ${image.getAttribute("height")}`;
}).observe(document.getElementById("channel-message-list"), {childList: true, subtree: true});

// Links into Discord lead nowhere: this table is not there.
addEventListener("click", (event) => {
  if (event.target.closest?.('a[href^="https://discord.com/"]')) event.preventDefault();
}, true);

// The front page may type a command for a newcomer, but never send it. It asks again until it is
// told that the command is typed; while somebody fills in another command there is nothing to do.
addEventListener("message", ({source, data, origin}) => {
  if (source !== parent || parent === window || typeof data?.type !== "string") return;
  const input = document.getElementById("channel-composer-input");
  if (input) {
    if (input.form.hidden || input.form.querySelector('[type="submit"]').disabled) return;
    input.focus();
    input.value = data.type;
    input.dispatchEvent(new InputEvent("input", {bubbles: true}));
  }
  source.postMessage({typed: data.type}, origin);
});
