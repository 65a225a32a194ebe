import { Agent, request as open } from 'node:https'
import type { AcmeTransport } from '../protocol/transport.ts'

/** A transport that trusts one certificate. */
export function trustingTransport(roots: string): AcmeTransport {
  const agent = new Agent({ ca: roots, keepAlive: true })
  return {
    fetch: (signal, url, { method, headers, body }) =>
      new Promise((resolve, reject) => {
        const sent = open(url, { agent, signal, method, headers })
        sent.on('error', reject)
        sent.on('response', (response) => {
          const pieces: Buffer[] = []
          response.on('data', (piece: Buffer) => pieces.push(piece))
          response.on('error', reject)
          response.on('end', () => {
            const fields = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
            resolve({
              status: response.statusCode ?? 0,
              headers: new Headers(Object.fromEntries(fields) as Record<string, string>),
              body: Buffer.concat(pieces),
            })
          })
        })
        sent.end(body)
      }),
  }
}
