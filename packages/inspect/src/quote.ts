const longest = 80

/** A value as it goes into a sentence: quoted, cut, and with nothing in it that a terminal would obey. */
export function quote(value: unknown): string {
  const text = (JSON.stringify(value) ?? String(value)).replaceAll(/[\u007f-\u009f\u2028\u2029]/g, '?')
  return text.length <= longest ? text : `${text.slice(0, longest)}…`
}
