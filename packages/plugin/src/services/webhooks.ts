import { serviceToken } from '../service.ts'

/** A message to a destination that someone has set up, outside of the endpoints of a workspace. */
export interface WebhookMessage {
  readonly url: string
  /** The signing key, `whsec_` and base64. */
  readonly secret: string
  /** The same at every try, so that the receiver can tell a repeat. */
  readonly id: string
  readonly type: string
  readonly data: unknown
}

/** What a destination answered; `status` is undefined when none came. */
export interface WebhookAnswer {
  readonly status: number | undefined
  /** Milliseconds that it asks to wait, from its `Retry-After`. */
  readonly retryAfter: number | undefined
  /** What went wrong, in a sentence without addresses; undefined for a 2xx. */
  readonly error: string | undefined
}

/** Signed messages to strangers, by the Standard Webhooks specification. What a workspace's endpoints get, follows its events. */
export interface WebhooksService {
  /** Sends one message once, through safehttp, within 15 s. Never throws for what the other side does. */
  send(message: WebhookMessage, signal: AbortSignal): Promise<WebhookAnswer>
  /** A new signing key. */
  newSecret(): string
}

/** Signed messages to strangers. */
export const Webhooks = serviceToken<WebhooksService>('core.webhooks')
