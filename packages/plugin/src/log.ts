/** Structured fields of a log line; never secrets. */
export type LogFields = Readonly<Record<string, unknown>>

/** The plugin's log; every line carries the plugin's name and, inside a request, the request id. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}
