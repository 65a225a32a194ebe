/** A request of `safehttp` on its way to another server. */
export interface OutboundRequest {
  readonly method: string
  /** The name or address of the server, as a URL has it; empty for an address that can't be read. */
  readonly host: string
  readonly port: number
  /** Adds a header, unless the sender has one of that name. @param name lower-case */
  addHeader(name: string, value: string): void
}

/** The result of a request of `safehttp`. */
export interface OutboundCall {
  /** Whether it brought no answer. */
  readonly hasFailed: boolean
  /** The same object as at its start. */
  readonly request?: OutboundRequest
  /** The status of its answer. */
  readonly status?: number
  /** Milliseconds that it took, waiting included. */
  readonly milliseconds?: number
}

/**
 * The channel of `node:diagnostics_channel` that receives every finished request of `safehttp`, in the asynchronous
 * context of its sender: so a host counts and traces those of its own plugins. Messages contain no path.
 * @since 1.0.0
 */
export const outboundChannel = 'host.outbound'

/** A request of `safehttp` or another connection that is about to be opened. */
export interface OutboundStart {
  /** Ends the request with an error before anything is sent. */
  refuse(error: Error): void
  /** Undefined for a connection that is not HTTP. */
  readonly request?: OutboundRequest
}

/**
 * The channel of `node:diagnostics_channel` that announces every request of `safehttp` before it is sent, in the
 * asynchronous context of its sender: so a host refuses those that would make other work wait, and traces the others.
 * @since 1.0.0
 */
export const outboundStartChannel = 'host.outbound.start'
