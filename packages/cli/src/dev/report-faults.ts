/**
 * Loaded before the server during development: passes the faults of plugins on to the process that shows them. Nothing
 * of it is in an executable.
 */
import { subscribe } from 'node:diagnostics_channel'
import { reportOf } from './fault-report.ts'

subscribe('host:fault', (message) => {
  const report = reportOf(message)
  if (report !== undefined && process.connected) process.send?.(report, undefined, {}, () => undefined)
})
