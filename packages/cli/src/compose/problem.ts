/**
 * A finding about `HOST_PLUGINS`: one sentence that begins with the place, quotes its text and gives the expected form.
 */
export type Sentence = string

/** Where a finding is: an entry, or the text as a whole. */
export type Place = number | undefined

/** The sentence of a finding. */
export function sentence(place: Place, text: string): Sentence {
  return `${place === undefined ? 'HOST_PLUGINS' : `HOST_PLUGINS[${place}]`} ${text}`
}
