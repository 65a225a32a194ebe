import type { Log, LogFields } from '@host/plugin'
import { pino } from 'pino'
import { textLine, type LineFormat, type LogLevel, type LogRecord } from '../../support/log-line.ts'

/** For programs or for people; `auto` means text on a terminal and JSON elsewhere. */
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
  const isText = writtenFormat(format, isTerminal) === 'text'
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: thrownFields, error: thrownFields },
    },
    { write: isText ? (line) => write(textLine(JSON.parse(line) as LogRecord)) : write },
  )
  const at = (name: LogLevel) => (message: string, fields?: LogFields) => logger[name](fields ?? {}, message)
  return Object.freeze({ debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') })
}

/** The form of every line. @param isTerminal whether a person is watching */
export function writtenFormat(format: LogFormat, isTerminal: boolean): LineFormat {
  if (format === 'auto') return isTerminal ? 'text' : 'json'
  return format
}

/** How many causes of causes are written; an error may be its own cause, which is written once. */
const mostCauses = 5

/**
 * Logged fields of a thrown value. Other properties of an error are left out: drivers put row values there. A value
 * that throws while it is inspected is logged as such, so that logging an error never causes one.
 */
function thrownFields(thrown: unknown): unknown {
  try {
    return fieldsOf(thrown, [])
  } catch {
    return "a value that can't be read"
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
