/**
 * Messages between a worker and its parent about starts and restores, on the line of `node:cluster`.
 *
 *   worker: start? ─────────────────────────────────────────────────► parent, before it does anything
 *   parent: start (whether it is the first; why a restore failed) ──► worker
 *   worker: order (a restore, with the private key) ────────────────► parent: taken, or not
 */
import type { OrderRestore, RestoreOrder } from '@host/host'
import type { Wording } from '@host/plugin'

/** Facts of the start of a worker. */
export interface WorkerStart {
  readonly isFirst: boolean
  /** Reason why the restore failed that ended the workers before. */
  readonly failedRestore?: Wording | undefined
}

/** The answer to a worker that starts. */
export interface StartMessage {
  readonly hostStart: WorkerStart
}

/** The answer to an order. */
export interface OrderAnswer {
  readonly hostRestoreTaken: boolean
}

/** To the parent. */
export interface OrderMessage {
  readonly hostRestore: RestoreOrder
}

/** To the parent. */
interface StartRequest {
  readonly hostStart: 'requested'
}

/** Whether a message is that of a worker that starts. */
export function isStartRequest(message: unknown): message is StartRequest {
  return typeof message === 'object' && message !== null && 'hostStart' in message
}

/** Whether a message is an order. */
export function isOrderMessage(message: unknown): message is OrderMessage {
  return typeof message === 'object' && message !== null && 'hostRestore' in message
}

/** Asks the parent: Node drops a message that arrives while the modules of an executable are loaded. */
export async function readWorkerStart(): Promise<WorkerStart> {
  const start = receive((message) => (message as Partial<StartMessage>).hostStart)
  process.send?.({ hostStart: 'requested' } satisfies StartRequest)
  return await start
}

/** Passes orders on to the parent, one at a time. */
export function orderFromParent(): OrderRestore {
  let isAsking = false
  return async (order) => {
    if (isAsking) return false
    isAsking = true
    const isTaken = receive((message) => (message as Partial<OrderAnswer>).hostRestoreTaken)
    process.send?.({ hostRestore: order } satisfies OrderMessage)
    return await isTaken.finally(() => (isAsking = false))
  }
}

/** Waits for a message in which something is found. */
function receive<Found>(find: (message: object) => Found | undefined): Promise<Found> {
  return new Promise((resolve) => {
    const listener = (message: unknown): void => {
      const found = typeof message === 'object' && message !== null ? find(message) : undefined
      if (found === undefined) return
      process.off('message', listener)
      resolve(found)
    }
    process.on('message', listener)
  })
}
