/** A request as a transport gets it. */
export interface AcmeRequest {
  readonly method: 'GET' | 'HEAD' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** An answer, complete. */
export interface AcmeAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
}

/** Sends requests, without following redirects. The caller decides which addresses and authorities of TLS it trusts. */
export interface AcmeTransport {
  /** @throws Error where no answer arrived; the signal's reason when it was aborted */
  fetch(signal: AbortSignal, url: string, request: AcmeRequest): Promise<AcmeAnswer>
}
