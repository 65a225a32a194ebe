/** The result of a request of `safehttp`. */
export interface OutboundCall {
  /** Whether it brought no answer. */
  readonly hasFailed: boolean
}

/**
 * The channel of `node:diagnostics_channel` that receives every finished request of `safehttp`, in the asynchronous
 * context of its sender: so a host counts those of its own plugins. Messages contain no address.
 * @since 1.0.0
 */
export const outboundChannel = 'host.outbound'

/** A request of `safehttp` that is about to be sent. */
export interface OutboundStart {
  /** Ends the request with an error before anything is sent. */
  refuse(error: Error): void
}

/**
 * The channel of `node:diagnostics_channel` that announces every request of `safehttp` before it is sent, in the
 * asynchronous context of its sender: so a host refuses those that would make other work wait.
 * @since 1.0.0
 */
export const outboundStartChannel = 'host.outbound.start'
