/** A web address in a text, with its place. */
export interface TextLink {
  readonly start: number
  readonly end: number
  readonly url: string
}

/** The web addresses of a text; signs at the end of an address belong to the sentence. */
export function linksOfText(text: string): readonly TextLink[] {
  return [...text.matchAll(/https?:\/\/[^\s<>"']+/g)].map(({ 0: part, index }) => {
    // bounded: of 20 characters.
    const url = part.slice(0, part.length - (/[.,;:!?)\]]+$/.exec(part.slice(-20))?.[0].length ?? 0))
    return { start: index, end: index + url.length, url }
  })
}
