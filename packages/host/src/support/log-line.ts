/** A line of the log as it is written. It is plain text work, so that a thread can do it while the main one is blocked. */

/** For programs or for people. */
export type LineFormat = 'json' | 'text'

/** How important a line is. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Fields of every line, besides its own. */
export interface LogRecord {
  readonly level: LogLevel
  readonly time: string
  readonly msg: string
  readonly [field: string]: unknown
}

/** A record as a line with its line break. */
export function formatLine(format: LineFormat, record: LogRecord): string {
  return format === 'text' ? textLine(record) : `${JSON.stringify(record)}\n`
}

/**
 * A line for people. Texts may come from a request, so none of them can begin a line of its own or steer a terminal:
 * control characters are written as escapes, and the lines of a stack are indented.
 */
export function textLine({ time, level, msg, ...fields }: LogRecord): string {
  const stacks: string[] = []
  const words = Object.entries(fields).map(([name, value]) => {
    const stack = typeof value === 'object' && value !== null && 'stack' in value ? value.stack : undefined
    if (typeof stack !== 'string') return `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`
    stacks.push(...stack.split('\n').map((row) => `\n  ${visible(row)}`))
    return ''
  })
  const head = [time, level.toUpperCase().padEnd(5), msg, ...words.filter(Boolean)].join(' ')
  return `${visible(head)}${stacks.join('')}\n`
}

const invisible = /[\p{Cc}\u2028\u2029]/gu

function visible(text: string): string {
  return text.replace(invisible, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
