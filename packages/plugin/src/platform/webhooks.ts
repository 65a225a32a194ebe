import { serviceToken } from '../service.ts'

/** A message to a user's destination, outside of the endpoints of a workspace. */
export interface WebhookMessage {
  readonly url: string
  /** The signing key, `whsec_` and base64. */
  readonly secret: string
  /** The same at every attempt, so that the receiver can detect repeats. */
  readonly id: string
  readonly type: string
  readonly data: unknown
}

/** The answer of a destination; `status` is undefined without one. */
export interface WebhookAnswer {
  readonly status: number | undefined
  /** Milliseconds that it asks to wait, from its `Retry-After`. */
  readonly retryAfter: number | undefined
  /** The error, in a sentence without addresses; undefined for a 2xx. */
  readonly error: string | undefined
}

/**
 * Signed messages to untrusted hosts, by the Standard Webhooks specification. A workspace's endpoints get its events.
 */
export interface WebhooksService {
  /** Sends one message once, through safehttp, within 15 s. Never throws for errors of the other side. */
  send(message: WebhookMessage, signal: AbortSignal): Promise<WebhookAnswer>
  /** A new signing key. */
  newSecret(): string
}

/**
 * Signed messages to untrusted hosts.
 *
 * Audience: platform.
 */
export const Webhooks = serviceToken<WebhooksService>('core.webhooks')
