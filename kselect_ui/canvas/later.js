// Asks once for what waits below the window: when the page is there and the browser is at leisure.
const PAUSE = 30; // milliseconds between two looks at whether the page is there

export default function ({ setTriggerValue }) {
  let [waiting, idle] = [0, 0];
  const ask = () => setTriggerValue("wanted", true);
  const look = () => {
    const running = document.querySelector("[data-testid=stApp]")?.dataset.testScriptState !== "notRunning";
    if (running) waiting = setTimeout(look, PAUSE);
    else idle = requestIdleCallback(ask, { timeout: 1000 });
  };
  waiting = setTimeout(look, PAUSE);
  return () => {
    clearTimeout(waiting);
    cancelIdleCallback(idle);
  };
}
