/**
 * Messages about connections between a worker and its parent, on the line of `node:cluster`.
 *
 *   worker: ready ─────────────────────────► parent: listening (the port), once it listens
 *   parent: connection (with the socket) ──► worker: open (how many it has now, and whether it has taken one)
 *   worker: leave ─────────────────────────► parent: left, behind the last connection
 */

/** To the parent. */
export type WorkerMessage =
  | { readonly hostConnections: 'ready' }
  | { readonly hostConnections: 'leave' }
  | { readonly hostConnections: 'open'; readonly count: number; readonly hasTaken: boolean }

/** To a worker. */
export type ParentMessage =
  | { readonly hostConnections: 'listening'; readonly port: number }
  | { readonly hostConnections: 'connection' | 'left' }

/** Whether a message on the line is one of these, from the view of its receiver. */
export function isConnectionMessage<Message extends WorkerMessage | ParentMessage>(
  message: unknown,
): message is Message {
  return typeof message === 'object' && message !== null && 'hostConnections' in message
}
