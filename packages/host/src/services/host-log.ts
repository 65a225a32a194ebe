import type { Log, LogFields } from '@host/plugin'
import { pino } from 'pino'

/** How important a line is. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** For programs or for people; `auto` is for people on a terminal and for programs elsewhere. */
export type LogFormat = 'auto' | 'json' | 'text'

/** Where lines go and which. */
export interface LogOptions {
  readonly level: LogLevel
  readonly format: LogFormat
  /** Whether a person is watching; false when left out. */
  readonly isTerminal?: boolean
  /** Takes a line with its line break. */
  write(line: string): void
}

/** The host's log. Lines are written as they come, so that the last one before a crash is there. */
export function createLog({ level, format, isTerminal = false, write }: LogOptions): Log {
  const isText = format === 'text' || (format === 'auto' && isTerminal)
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: thrownFields, error: thrownFields },
    },
    { write: isText ? (line) => write(asText(line)) : write },
  )
  const at = (name: LogLevel) => (message: string, fields?: LogFields) => logger[name](fields ?? {}, message)
  return Object.freeze({ debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') })
}

/** How many causes of causes are written; an error may be its own cause, which is written once. */
const mostCauses = 5

/**
 * What is written of a thrown value. An error's other properties stay out: drivers put values of rows there. A value
 * that throws when it is looked at is logged as such: to log a fault must never be a fault of the host.
 */
function thrownFields(thrown: unknown): unknown {
  try {
    return fieldsOf(thrown, [])
  } catch {
    return 'a value that cannot be read'
  }
}

/** @param above the errors that this one is the cause of */
function fieldsOf(thrown: unknown, above: readonly unknown[]): unknown {
  if (!isError(thrown)) return typeof thrown === 'object' ? Object.prototype.toString.call(thrown) : thrown
  const code = 'code' in thrown && typeof thrown.code === 'string' ? { code: thrown.code } : {}
  const chain = [...above, thrown]
  const isEnd = thrown.cause === undefined || chain.length > mostCauses || chain.includes(thrown.cause)
  const cause = isEnd ? {} : { cause: fieldsOf(thrown.cause, chain) }
  return { type: thrown.name, message: thrown.message, ...code, stack: thrown.stack, ...cause }
}

/** Whether a value is an error, of another realm too. */
function isError(value: unknown): value is Error {
  return value instanceof Error || Error.isError(value)
}

/**
 * A line for people. Texts may come from a request, so none of them can begin a line of its own or steer a terminal:
 * control characters are written as escapes, and the lines of a stack are indented.
 */
function asText(line: string): string {
  const { time, level, msg, ...fields } = JSON.parse(line) as Record<string, unknown>
  const stacks: string[] = []
  const words = Object.entries(fields).map(([name, value]) => {
    const stack = typeof value === 'object' && value !== null && 'stack' in value ? value.stack : undefined
    if (typeof stack !== 'string') return `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`
    stacks.push(...stack.split('\n').map((row) => `\n  ${visible(row)}`))
    return ''
  })
  const head = [String(time), String(level).toUpperCase().padEnd(5), String(msg), ...words.filter(Boolean)].join(' ')
  return `${visible(head)}${stacks.join('')}\n`
}

const invisible = /[\p{Cc}\u2028\u2029]/gu

function visible(text: string): string {
  return text.replace(invisible, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
