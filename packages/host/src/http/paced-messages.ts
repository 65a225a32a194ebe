/**
 * Requests whose body may take longer than the time limit of requests, because their reader requires a pace instead: a
 * large file on a slow line arrives in the end, and a client that only holds a connection does not.
 */
import { nodeExchange } from './node-request.ts'

const paced = new WeakSet<object>()

/** Notes that the reader of a request requires a pace from now on. */
export function notePaced(request: Request): void {
  const message = nodeExchange(request)?.request
  if (message !== undefined) paced.add(message)
}

/** Whether the reader of a message requires a pace. */
export function isPaced(message: object): boolean {
  return paced.has(message)
}
