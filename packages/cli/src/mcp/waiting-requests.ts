import type { JSONRPCRequest, RequestId } from '@modelcontextprotocol/client'

/** How many requests may wait for their answer. */
const mostRequests = 100

/** A request without an answer yet. */
export interface WaitingRequest {
  readonly request: JSONRPCRequest
  /** Ends it where it is taken back. */
  readonly taken: AbortController
  /** Its answer comes as events, after the head. */
  isStreamed: boolean
}

/** The requests that wait for their answer. The code that takes one out answers it, so that each is answered once. */
export class WaitingRequests {
  readonly #byId = new Map<RequestId, WaitingRequest>()

  /** @returns a sentence where it can't wait */
  add(request: JSONRPCRequest): WaitingRequest | string {
    const { id } = request
    if (this.#byId.has(id)) return 'A request with this ID is already in progress.'
    if (this.#byId.size >= mostRequests) {
      return `${mostRequests} requests are already in progress. Try again later.`
    }
    const waiting: WaitingRequest = { request, taken: new AbortController(), isStreamed: false }
    this.#byId.set(id, waiting)
    return waiting
  }

  /** @returns undefined for one that was answered, or taken back */
  takeOut(id: RequestId): WaitingRequest | undefined {
    const waiting = this.#byId.get(id)
    this.#byId.delete(id)
    return waiting
  }

  /** Ends a canceled request. */
  takeBack(id: RequestId): void {
    this.takeOut(id)?.taken.abort()
  }

  /** Notes of the request in a body that its answer comes as events, when it does. */
  noteStream(body: unknown, { headers }: Response): void {
    if (typeof body !== 'string' || !/^text\/event-stream\b/i.test(headers.get('content-type') ?? '')) return
    const waiting = this.#byId.get((JSON.parse(body) as JSONRPCRequest).id)
    if (waiting !== undefined) waiting.isStreamed = true
  }
}
