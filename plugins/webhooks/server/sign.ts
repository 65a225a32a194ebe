import { createHmac } from 'node:crypto'
import { secretKey } from './webhook-secret.ts'

/** Signed content: a message at the time of one attempt. */
export interface SignedMessage {
  readonly id: string
  /** Milliseconds since 1970, of this try. */
  readonly at: number
  readonly body: string
}

/**
 * The headers of the Standard Webhooks specification. Every secret signs, so that a receiver who knows the former or the
 * present one is content.
 */
export function signatureHeaders({ id, at, body }: SignedMessage, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const signatures = secrets.map((secret) => signature(`${id}.${timestamp}.${body}`, secret))
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

function signature(content: string, secret: string): string {
  return `v1,${createHmac('sha256', secretKey(secret)).update(content).digest('base64')}`
}
