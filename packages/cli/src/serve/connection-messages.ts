/**
 * Messages about connections between a worker and its parent, on the line of `node:cluster`.
 *
 *   worker: ready ─────────────────────────► parent: listening (the ports), once it listens
 *   parent: connection (with the socket) ──► worker: open (how many it has now, and whether it has taken one)
 *   worker: leave ─────────────────────────► parent: left, behind the last connection
 */

/** The listener that accepted a connection. */
export type Listener = 'http' | 'tls'

/** The ports of the listeners; 0 for a socket. */
export type Ports = { readonly [Each in Listener]?: number }

/** To the parent. */
export type WorkerMessage =
  | { readonly hostConnections: 'ready' }
  | { readonly hostConnections: 'leave' }
  | { readonly hostConnections: 'open'; readonly count: number; readonly hasTaken: boolean }

/** To a worker. */
export type ParentMessage =
  | { readonly hostConnections: 'listening'; readonly ports: Ports }
  | { readonly hostConnections: 'connection'; readonly listener: Listener }
  | { readonly hostConnections: 'left' }

/** Whether a message on the line is one of these, from the view of its receiver. */
export function isConnectionMessage<Message extends WorkerMessage | ParentMessage>(
  message: unknown,
): message is Message {
  return typeof message === 'object' && message !== null && 'hostConnections' in message
}
