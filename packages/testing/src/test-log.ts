import type { Log, LogFields } from '@host/plugin'

/** A line that the host or a plugin logged. */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly message: string
  /** The plugin's name stands under `plugin`, the request's id under `requestId`. */
  readonly fields: LogFields
}

/** A log that keeps its lines in a list. */
export function recordingLog(lines: LogLine[]): Log {
  const at =
    (level: LogLine['level']) =>
    (message: string, fields: LogFields = {}) =>
      void lines.push({ level, message, fields })
  return Object.freeze({ debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') })
}

/** The plugin's error in the request with this id. */
export function faultIn(lines: readonly LogLine[], requestId: string): Error | undefined {
  const { err } =
    lines.find(({ fields }) => fields['requestId'] === requestId && fields['err'] instanceof Error)?.fields ?? {}
  return err instanceof Error ? err : undefined
}
