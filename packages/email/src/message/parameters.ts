import { decodeBytes } from './charset.ts'

/** A header such as `Content-Type`: its value in lower case, and its parameters by name. */
export interface StructuredValue {
  readonly value: string
  readonly parameters: ReadonlyMap<string, string>
}

/** The most parameters of a header; those behind are ignored. */
const mostParameters = 200

/** Reads a header with parameters (RFC 2045, continuations and charsets of RFC 2231). The first of duplicates counts. */
export function readStructured(text: string): StructuredValue {
  const [head = '', ...rest] = splitAtSemicolons(text)
  const raw = new Map<string, string>()
  for (const piece of rest) {
    const equals = piece.indexOf('=')
    const name = piece.slice(0, equals).trim().toLowerCase()
    if (equals > 0 && name !== '' && !raw.has(name)) raw.set(name, unquote(piece.slice(equals + 1).trim()))
  }
  return { value: withoutComments(head).trim().toLowerCase(), parameters: joinContinuations(raw) }
}

/** Pieces between the semicolons that are outside quotes. */
function splitAtSemicolons(text: string): string[] {
  const pieces: string[] = []
  let start = 0
  let quoted = false
  for (let at = 0; at < text.length && pieces.length < mostParameters; at++) {
    const character = text[at]
    if (quoted && character === '\\') at++
    else if (character === '"') quoted = !quoted
    else if (character === ';' && !quoted) {
      pieces.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...pieces, text.slice(start)]
}

function unquote(value: string): string {
  if (!value.startsWith('"')) return withoutTrailingComment(value)
  let text = ''
  for (let at = 1; at < value.length && value[at] !== '"'; at++) {
    if (value[at] === '\\' && at + 1 < value.length) at++
    text += value[at] ?? ''
  }
  return text
}

function withoutTrailingComment(value: string): string {
  const comment = value.indexOf(' (')
  return comment === -1 ? value : value.slice(0, comment).trimEnd()
}

function withoutComments(value: string): string {
  let text = ''
  let depth = 0
  for (const character of value) {
    if (character === '(') depth++
    else if (character === ')' && depth > 0) depth--
    else if (depth === 0) text += character
  }
  return text
}

/** `name*0`, `name*1*` become `name`; `name*` is decoded and replaces a plain `name`. */
function joinContinuations(raw: ReadonlyMap<string, string>): Map<string, string> {
  const joined = new Map<string, string>()
  for (const [name, value] of raw) if (!name.includes('*')) joined.set(name, value)
  for (const name of new Set(
    [...raw.keys()].filter((key) => key.includes('*')).map((key) => key.split('*')[0] ?? ''),
  )) {
    const value = extendedValue(raw, name)
    if (name !== '' && value !== undefined) joined.set(name, value)
  }
  return joined
}

function extendedValue(raw: ReadonlyMap<string, string>, name: string): string | undefined {
  const whole = raw.get(`${name}*`)
  if (whole !== undefined) return decodeExtended([{ text: whole, encoded: true }])
  const pieces: { text: string; encoded: boolean }[] = []
  for (let index = 0; index < mostParameters; index++) {
    const encoded = raw.get(`${name}*${index}*`)
    const text = encoded ?? raw.get(`${name}*${index}`)
    if (text === undefined) break
    pieces.push({ text, encoded: encoded !== undefined })
  }
  return pieces.length === 0 ? undefined : decodeExtended(pieces)
}

/** Bytes of all pieces are joined before they are decoded: a character may begin in one and end in the next. */
function decodeExtended(pieces: readonly { readonly text: string; readonly encoded: boolean }[]): string {
  const [first] = pieces
  const [charset, , ...start] = first?.encoded === true ? first.text.split("'") : []
  const hasCharset = start.length > 0
  const bytes = pieces.map(({ text, encoded }, index) => {
    const value = index === 0 && hasCharset ? start.join("'") : text
    return encoded ? percentBytes(value) : Buffer.from(value)
  })
  return decodeBytes(Buffer.concat(bytes), hasCharset ? charset : 'utf-8').text
}

function percentBytes(text: string): Buffer {
  const bytes: number[] = []
  const source = Buffer.from(text)
  for (let at = 0; at < source.length; at++) {
    const hex = source[at] === 0x25 ? source.toString('latin1', at + 1, at + 3) : ''
    const isEscape = /^[0-9a-f]{2}$/i.test(hex)
    bytes.push(isEscape ? Number.parseInt(hex, 16) : (source[at] ?? 0))
    if (isEscape) at += 2
  }
  return Buffer.from(bytes)
}
