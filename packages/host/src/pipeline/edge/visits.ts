/** What plugins see of a request before it is made one: from Node's message, and from a request that was made. */
import type { IncomingMessage } from 'node:http'
import type { EdgeVisit, HostVisit } from '@host/plugin/platform'
import type { Peers } from '../../request/peers.ts'
import type { RequestState } from '../../request/request-state.ts'
import { nodeExchange } from '../../http/node-request.ts'

/** The part of the peers that a visit needs. */
export type VisitPeers = Pick<Peers, 'addressOfMessage'>

/** A message that came through a socket. */
export class MessageVisit implements EdgeVisit {
  readonly host: string
  /** Of the workspace, once it is known. */
  orgId = ''
  readonly #message: IncomingMessage
  readonly #peers: VisitPeers
  #address: string | undefined

  constructor(message: IncomingMessage, host: string, peers: VisitPeers) {
    this.host = host
    this.#message = message
    this.#peers = peers
  }

  get method(): string {
    return this.#message.method ?? ''
  }

  get target(): string {
    return this.#message.url ?? ''
  }

  get address(): string {
    return (this.#address ??= this.#peers.addressOfMessage(this.#message))
  }

  /** Bound, since handlers take a visit apart. */
  readonly header = (name: string): string | undefined => {
    const value = this.#message.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }
}

/** A request that a host answers. */
export class RequestVisit implements HostVisit {
  readonly host: string
  readonly #state: RequestState

  constructor(state: RequestState, host: string) {
    this.host = host
    this.#state = state
  }

  get method(): string {
    return this.#state.request.method
  }

  get target(): string {
    const { request } = this.#state
    const message = nodeExchange(request)?.request
    if (message !== undefined) return message.url ?? ''
    const { pathname, search } = new URL(request.url)
    return pathname + search
  }

  get address(): string {
    return this.#state.address
  }

  readonly header = (name: string): string | undefined => this.#state.request.headers.get(name) ?? undefined
}
