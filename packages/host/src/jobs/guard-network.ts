import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { outboundStartChannel, type OutboundStart } from '@host/plugin/platform'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import { networkRefusal } from './network-refusal.ts'

/**
 * Refuses requests of `safehttp` in jobs that do not declare them. Every host of a process is notified of every
 * request, and each checks those whose code runs in its own execution contexts.
 * @returns a function that ends it
 */
export function guardNetwork(contexts: Pick<ExecutionContexts, 'current'>): () => void {
  const listen = (message: unknown): void => {
    const refusal = networkRefusal(contexts.current())
    if (refusal !== undefined) (message as OutboundStart).refuse(refusal)
  }
  subscribe(outboundStartChannel, listen)
  return () => void unsubscribe(outboundStartChannel, listen)
}
