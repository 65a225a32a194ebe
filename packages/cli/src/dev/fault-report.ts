import { readFault, type ProcessFault } from './read-fault.ts'

/** A fault of a plugin, as the server sends it during development. */
export interface FaultReport {
  readonly type: 'host:fault'
  readonly plugin: string
  /** Where it came up, such as `handler` or `job`. */
  readonly kind: string
  /** The name, the message and the stack of the error. */
  readonly stack: string
}

const longestStack = 20_000

/**
 * Faults that only the terminal has: those of a server that ends anyway, and stalls. A stall is over when it is reported,
 * nothing of the page is missing, and it must not stand before a fault that is still there.
 */
const ofTerminal: ReadonlySet<string> = new Set(['stop', 'exit', 'stall'])

/** The report of a fault; undefined for one that pages do not show. @param message as the host publishes faults */
export function reportOf(message: unknown): FaultReport | undefined {
  const { plugin, kind, error } = message as { readonly plugin: string; readonly kind: string; readonly error: unknown }
  if (ofTerminal.has(kind)) return undefined
  const stack = error instanceof Error ? (error.stack ?? String(error)) : String(error)
  return { type: 'host:fault', plugin, kind, stack }
}

export function isFaultReport(message: unknown): message is FaultReport {
  const { type, plugin, kind, stack } = Object(message) as Partial<Record<keyof FaultReport, unknown>>
  return type === 'host:fault' && [plugin, kind, stack].every((text) => typeof text === 'string')
}

/** A report as it is shown: what failed, why, and the line in the sources of the author. */
export function faultOfReport({ plugin, kind, stack }: FaultReport, folders: readonly string[]): ProcessFault {
  const { message, ...place } = readFault(stack.slice(0, longestStack), { logged: '', folders })
  return { ...place, message: `Fault in "${plugin}" (${kind}): ${message}` }
}
