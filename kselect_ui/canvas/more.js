// Hands a component more of what it can show; draws nothing.
export default function ({ data }) {
  if (!(data instanceof Uint8Array)) return;
  const more = unpacked(data);
  (globalThis.kselectSaid ??= new Map()).set(`${more.key}_more`, more);
  globalThis.dispatchEvent(new CustomEvent(`kselect:${more.key}_more`, { detail: more }));
}
