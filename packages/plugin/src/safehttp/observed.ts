import { channel } from 'node:diagnostics_channel'
import {
  outboundChannel,
  outboundStartChannel,
  type OutboundCall,
  type OutboundRequest,
  type OutboundStart,
} from '../platform/outbound-channels.ts'
import type { RequestHeaders } from './request-headers.ts'

/** A request as listeners see it: without path, query, headers and body, which may have secrets. */
export class ObservedRequest implements OutboundRequest {
  readonly method: string
  readonly #address: string | URL
  #url: URL | null | undefined
  #added: Record<string, string> | undefined

  constructor(method: string, address: string | URL) {
    this.method = method
    this.#address = address
  }

  get host(): string {
    return this.#read()?.hostname ?? ''
  }

  get port(): number {
    const url = this.#read()
    return Number(url?.port || (url?.protocol === 'http:' ? 80 : 443))
  }

  /** Headers that listeners added. */
  get added(): RequestHeaders | undefined {
    return this.#added
  }

  addHeader(name: string, value: string): void {
    this.#added = { ...this.#added, [name]: value }
  }

  /** Read when it is asked for: most listeners count alone. */
  #read(): URL | null {
    return (this.#url ??= URL.parse(this.#address))
  }
}

/** Sends a request unless a listener refuses it, and reports its end to listeners. */
export async function observed<Answer extends { readonly status: number }>(
  request: ObservedRequest,
  send: () => Promise<Answer>,
): Promise<Answer> {
  refuseIfAsked(request)
  const since = performance.now()
  let status: number | undefined
  try {
    const answer = await send()
    status = answer.status
    return answer
  } finally {
    const ended = { request, hasFailed: status === undefined, milliseconds: performance.now() - since }
    tell(status === undefined ? ended : { ...ended, status })
  }
}

/** @throws the error of the listener that refuses the request */
function refuseIfAsked(request: ObservedRequest): void {
  const refusals: Error[] = []
  const start: OutboundStart = { request, refuse: (error) => void refusals.push(error) }
  channel(outboundStartChannel).publish(start)
  if (refusals[0] !== undefined) throw refusals[0]
}

function tell(ended: OutboundCall): void {
  channel(outboundChannel).publish(ended)
}
