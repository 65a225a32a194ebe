import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { outboundChannel, type OutboundCall } from '@host/plugin/platform'
import type { ExecutionContexts } from '../containment/execution-contexts.ts'
import type { UsageMeter } from './usage-meter.ts'

/**
 * Counts the requests that plugins send by `safehttp`. Every host of a process is notified of every one, and each
 * counts those whose code runs in its own execution contexts.
 * @returns a function that ends it
 */
export function watchOutbound(contexts: Pick<ExecutionContexts, 'current'>, usage: UsageMeter): () => void {
  const listen = (message: unknown): void => {
    if (contexts.current() !== undefined) usage.ofContext().noteOutbound((message as OutboundCall).hasFailed)
  }
  subscribe(outboundChannel, listen)
  return () => void unsubscribe(outboundChannel, listen)
}
