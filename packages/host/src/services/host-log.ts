import type { Log, LogFields } from '@host/plugin'
import { pino } from 'pino'

/** How important a line is. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** For programs or for people. */
export type LogFormat = 'json' | 'text'

/** Where lines go and which. */
export interface LogOptions {
  readonly level: LogLevel
  readonly format: LogFormat
  /** Takes a line with its line break. */
  write(line: string): void
}

/** The host's log. Lines are written as they come, so that the last one before a crash is there. */
export function createLog({ level, format, write }: LogOptions): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorFields, error: errorFields },
    },
    { write: format === 'json' ? write : (line) => write(asText(line)) },
  )
  const at = (name: LogLevel) => (message: string, fields?: LogFields) => logger[name](fields ?? {}, message)
  return Object.freeze({ debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') })
}

/** What is written of an error. Its other properties stay out: drivers put values of rows there. */
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'object' ? Object.prototype.toString.call(error) : error
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  const cause = error.cause === undefined ? {} : { cause: errorFields(error.cause) }
  return { type: error.name, message: error.message, ...code, stack: error.stack, ...cause }
}

function asText(line: string): string {
  const { time, level, msg, ...fields } = JSON.parse(line) as Record<string, unknown>
  const stacks: string[] = []
  const words = Object.entries(fields).map(([name, value]) => {
    const stack = typeof value === 'object' && value !== null && 'stack' in value ? value.stack : undefined
    if (typeof stack !== 'string') return `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`
    stacks.push(`\n${stack}`)
    return ''
  })
  return (
    [String(time), String(level).toUpperCase().padEnd(5), String(msg), ...words.filter(Boolean)].join(' ') +
    `${stacks.join('')}\n`
  )
}
