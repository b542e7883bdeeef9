// Hands a few words from Python to the component they are for; draws nothing.
export default function ({ data }) {
  (globalThis.kselectSaid ??= new Map()).set(data.to, data);
  globalThis.dispatchEvent(new CustomEvent(`kselect:${data.to}`, { detail: data }));
}
