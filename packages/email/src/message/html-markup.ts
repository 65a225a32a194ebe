/** Steps through HTML without backtracking, for readers that look for one thing. They decide nothing about safety. */

const longestName = 32

/** The name of an element at a place, in lower case; empty for none. */
export function nameAt(source: string, from: number): string {
  let at = from
  while (at - from < longestName && isNameCharacter(source.charCodeAt(at), at === from)) at++
  return source.slice(from, at).toLowerCase()
}

function isNameCharacter(code: number, first: boolean): boolean {
  if ((code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)) return true
  return !first && ((code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x3a)
}

/** The end of a tag. Attributes in quotes may have a `>`. An open quote takes the rest, as it does in browsers. */
export function endOfTag(source: string, from: number): number {
  let quote = ''
  for (let at = from; at < source.length; at++) {
    const character = source[at] ?? ''
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '>') return at + 1
    else if ((character === '"' || character === "'") && source[at - 1] === '=') quote = character
  }
  return source.length
}

/** The end of an element whose content is not markup. */
export function endOfElement(source: string, name: string, from: number): number {
  for (let at = source.indexOf('</', from); at !== -1; at = source.indexOf('</', at + 2)) {
    if (nameAt(source, at + 2) === name) return endOfTag(source, at)
  }
  return source.length
}

/** Behind a text, or the end of the source. */
export function after(source: string, text: string, from: number): number {
  const at = source.indexOf(text, from)
  return at === -1 ? source.length : at + text.length
}
