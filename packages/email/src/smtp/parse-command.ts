import { maxCommandOctets } from './command-lines.ts'

export interface Command {
  /** In upper case. */
  readonly verb: string
  readonly argument: string
}

/** What RFC 5321 allows commands without extensions, with the line's end. */
const plainCommandOctets = 512
const longVerbs: ReadonlySet<string> = new Set(['MAIL', 'RCPT'])
const lineEnd = 2

/** Reads a line without its end. `undefined` for control characters and for bytes that aren't UTF-8. */
export function parseCommand(line: Uint8Array): Command | 'too long' | undefined {
  const text = readText(line)
  if (text === undefined) return undefined
  const space = text.indexOf(' ')
  const verb = (space === -1 ? text : text.slice(0, space)).toUpperCase()
  const limit = longVerbs.has(verb) ? maxCommandOctets : plainCommandOctets
  if (line.length + lineEnd > limit) return 'too long'
  return { verb, argument: space === -1 ? '' : text.slice(space + 1).trim() }
}

function readText(line: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line)
    return /[\0-\x08\x0b-\x1f\x7f-\x9f]/.test(text) ? undefined : text.replaceAll('\t', ' ')
  } catch {
    return undefined
  }
}
