/** Splits JSON into the items of its list, so that a long text is parsed in steps. */

/** Characters between two pauses. */
const step = 65_536

/** An item of a list. */
export interface JsonItem {
  readonly value: unknown
}

/** JSON with an item that is too long, or with too much around its list. */
export class LongJson extends Error {}

/**
 * The values of the items of a list, or of the first one in a member such as `links`; undefined for a pause.
 * @param most characters of an item, and around the list
 * @throws LongJson
 * @throws SyntaxError for a text that is not JSON with a list
 */
export function* jsonItems(text: string, most: number): Generator<JsonItem | undefined, void> {
  let [depth, isQuoted, pause] = [0, false, step]
  // The list begins behind `open`, at a depth; its current item begins at `start`.
  let [open, list, start, end] = [-1, 0, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    if (at >= pause) {
      yield undefined
      pause += step
    }
    if (at - start > most) throw new LongJson()
    const sign = text.charCodeAt(at)
    if (isQuoted) {
      if (sign === backslash) at += 1
      else isQuoted = sign !== quote
    } else if (sign === quote) isQuoted = true
    else if (sign === openBracket || sign === openBrace) {
      depth += 1
      if (list > 0 || sign === openBrace || depth > 2) continue
      ;[open, list, start] = [at, depth, at + 1]
    } else if (sign === comma && depth === list) {
      yield { value: JSON.parse(text.slice(start, at)) }
      start = at + 1
    } else if (sign === closeBracket || sign === closeBrace) {
      if (depth === list) {
        end = at
        break
      }
      depth -= 1
    }
  }
  if (end === 0) throw new SyntaxError('The list of the JSON has no end.')
  const last = text.slice(start, end)
  if (start > open + 1 || last.trim() !== '') yield { value: JSON.parse(last) }
  if (open + text.length - end > most) throw new LongJson()
  // Throws unless the rest is JSON, too.
  JSON.parse(text.slice(0, open + 1) + text.slice(end))
}

const quote = 0x22
const comma = 0x2c
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
