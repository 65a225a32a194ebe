import type { Delivery, DeliveryOptions, OutgoingMessage } from '@host/email'

/** A server of the workspace, that of the operator, or those of the recipients. */
export type RouteKind = 'transport' | 'system' | 'direct'

/** A way by which messages leave. */
export interface Route {
  readonly kind: RouteKind
  /** The name of a transport, `system` or `direct`. */
  readonly name: string
  /** Whether bounces may come back to an address of this instance. */
  readonly hasBounceAddress: boolean
  /** Deliveries whose connections are limited together. */
  destinationOf(domain: string): string
  /** @throws TypeError for a message that can't be sent as it is */
  send(domain: string, message: OutgoingMessage, options: RouteOptions): Promise<Delivery>
}

export type RouteOptions = Pick<DeliveryOptions, 'signal' | 'beforeEnd'>
