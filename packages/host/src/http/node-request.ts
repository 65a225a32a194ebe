import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerRequest } from 'srvx'
import type { SocketBody } from './socket-body.ts'

/** Node's objects for a request that came through a socket. */
export interface NodeExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Undefined when it has none. */
  readonly body: SocketBody | undefined
}

/** Node's side of a request; undefined for one that was made by hand, as tests do. */
export function nodeExchange(request: Request): NodeExchange | undefined {
  const node = (request as ServerRequest).runtime?.node
  if (node?.res === undefined) return undefined
  const { body } = node as { readonly body?: SocketBody }
  return { request: node.req as IncomingMessage, response: node.res as ServerResponse, body }
}

/**
 * The path of a request as sent, still escaped and not cleaned. `new URL()` resolves `..` silently; a router that is
 * given the resolved path answers for a path that was never sent.
 */
export function rawPath(request: Request): string {
  const message = nodeExchange(request)?.request
  return message === undefined ? new URL(request.url).pathname : pathOf(message)
}

/** The path and the query of a request as sent; of one that was made by hand, its whole address. */
export function rawTarget(request: Request): string {
  return nodeExchange(request)?.request.url ?? request.url
}

/** The path of Node's side of a request, as it came. */
export function pathOf({ url = '' }: IncomingMessage): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}

/**
 * A header of a request; null when it is not there. Through a socket it is read where Node put it, without making the
 * request's `Headers`.
 * @param name lower-case; not one that may be repeated
 */
export function requestHeader(request: Request, name: string): string | null {
  const headers = nodeExchange(request)?.request.headers
  if (headers === undefined) return request.headers.get(name)
  const value = headers[name]
  return typeof value === 'string' ? value : null
}
