import type { Log, LogFields } from '@host/plugin'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'

/** A plugin's log: every line carries its name and, while it answers a request, request and workspace. */
export function pluginLog(log: Log, plugin: string, contexts: ExecutionContexts): Log {
  const withContext = (fields: LogFields | undefined): LogFields => {
    const frame = contexts.current()
    const known: Record<string, unknown> = { ...fields, plugin }
    if (frame?.requestId !== undefined) known['requestId'] = frame.requestId
    if (frame?.caller?.orgId !== undefined) known['workspace'] = frame.caller.orgId
    return known
  }
  return Object.freeze({
    debug: (message: string, fields?: LogFields) => log.debug(message, withContext(fields)),
    info: (message: string, fields?: LogFields) => log.info(message, withContext(fields)),
    warn: (message: string, fields?: LogFields) => log.warn(message, withContext(fields)),
    error: (message: string, fields?: LogFields) => log.error(message, withContext(fields)),
  })
}
