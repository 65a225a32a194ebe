/**
 * A finding about `HOST_PLUGINS`: one sentence that begins with the place, quotes its text and gives the expected form.
 */
export type Sentence = string

/** Where a finding is: an entry, or the text as a whole. */
export type Place = number | undefined

const longest = 80

/** The sentence of a finding. */
export function sentence(place: Place, text: string): Sentence {
  return `${place === undefined ? 'HOST_PLUGINS' : `HOST_PLUGINS[${place}]`} ${text}`
}

/** A value as it goes into a sentence: quoted, cut, and with nothing in it that a terminal would obey. */
export function quote(value: unknown): string {
  const text = (JSON.stringify(value) ?? String(value)).replaceAll(/[\u007f-\u009f\u2028\u2029]/g, '?')
  return text.length <= longest ? text : `${text.slice(0, longest)}…`
}
