/** Rows in the text form of PostgreSQL's COPY: one line a row, columns between tabs. */
import type { SqlValue } from '../statement.ts'
import type { NeutralRow } from './neutral-table.ts'

/** The line of a row, with its end. */
export function copyLine(row: NeutralRow): string {
  return `${row.map(fieldOf).join('\t')}\n`
}

const special = /[\\\t\n\r]/
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function fieldOf(value: SqlValue): string {
  if (typeof value === 'string') return special.test(value) ? value.replaceAll(/[\\\t\n\r]/g, escapeOf) : value
  if (value === null) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  return value instanceof Uint8Array ? `\\\\x${value.toHex()}` : String(value)
}

function escapeOf(character: string): string {
  return escapes[character] ?? character
}

const characters: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** The fields of a line without its end: texts, and null. */
export function copiedFields(line: string): readonly (string | null)[] {
  return line.split('\t').map((field) => {
    if (field === '\\N') return null
    return field.includes('\\')
      ? field.replaceAll(/\\(.)/gs, (_, letter: string) => characters[letter] ?? letter)
      : field
  })
}

/** The lines of a stream, in order and without their ends. */
export async function* copiedLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let open: string[] = []
  for await (const chunk of stream) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
    open.push(first)
    const last = others.pop()
    // A long line comes in many chunks, which are joined once.
    if (last === undefined) continue
    const complete = [open.join(''), ...others]
    open = [last]
    yield complete
  }
}
