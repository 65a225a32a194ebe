import type { Log, LogFields } from '@host/plugin'
import type { Tracer } from './tracer.ts'

/** A log whose lines name the trace of the running request or job. Fields of a line with these names win. */
export function tracedLog(log: Log, tracer: Pick<Tracer, 'current'>): Log {
  const traced = (fields: LogFields | undefined): LogFields | undefined => {
    const span = tracer.current
    return span === undefined ? fields : { ...span.logFields, ...fields }
  }
  return Object.freeze<Log>({
    debug: (message, fields) => log.debug(message, traced(fields)),
    info: (message, fields) => log.info(message, traced(fields)),
    warn: (message, fields) => log.warn(message, traced(fields)),
    error: (message, fields) => log.error(message, traced(fields)),
  })
}
