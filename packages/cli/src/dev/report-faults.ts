/**
 * Loaded before the server during development: passes the faults of plugins on to the process that shows them. Nothing
 * of it is in an executable.
 */
import { subscribe } from 'node:diagnostics_channel'
import type { FaultReport } from './fault-report.ts'

/** Faults of a server that ends anyway. */
const ofAnEnd: ReadonlySet<string> = new Set(['stop', 'exit'])

subscribe('host:fault', (message) => {
  const { plugin, kind, error } = message as { readonly plugin: string; readonly kind: string; readonly error: unknown }
  if (ofAnEnd.has(kind) || !process.connected) return
  const report: FaultReport = {
    type: 'host:fault',
    plugin,
    kind,
    stack: error instanceof Error ? (error.stack ?? String(error)) : String(error),
  }
  process.send?.(report, undefined, {}, () => undefined)
})
