import { Telemetry, type PluginContext, type TelemetryService } from '@host/plugin'
import type { Delivery } from '@host/email'
import type { Tables } from '../models.ts'
import type { Incoming, Outcome } from '../receive/incoming.ts'
import type { RouteKind } from '../transports/route.ts'
import { observeWaiting } from './waiting-recipients.ts'

/** `failed`: the peer was asked to send it again. */
export type ReceivedResult = Outcome | 'failed'

export interface Received {
  readonly source: Incoming['source']
  readonly result: ReceivedResult
}

/** Counts mail of this process for `/metrics`; nothing while that is off. No label is text from outside. */
export class MailMetrics {
  readonly #ctx: PluginContext<Tables>
  #counters: ReturnType<typeof countersOf> | undefined

  constructor(ctx: PluginContext<Tables>) {
    this.#ctx = ctx
    this.#begin()
  }

  /** Metrics can be switched on while the host runs, so their counters may come with a later count. */
  #begin() {
    const meter = this.#counters === undefined ? this.#ctx.lookup(Telemetry)?.meter : undefined
    if (meter !== undefined) {
      this.#counters = countersOf(meter)
      observeWaiting(meter, this.#ctx.db)
    }
    return this.#counters
  }

  countReceived({ source, result }: Received, recipients = 1): void {
    this.#begin()?.received.add(recipients, { source, result })
  }

  /** An attempt that the host ended itself says nothing about deliveries. */
  countAttempt(transport: RouteKind | 'none', { recipients }: Pick<Delivery, 'recipients'>): void {
    for (const { outcome } of recipients) {
      if (outcome.reason !== 'aborted') this.#begin()?.attempts.add(1, { transport, result: outcome.kind })
    }
  }
}

function countersOf(meter: TelemetryService['meter']) {
  return {
    received: meter.createCounter('received_recipients', {
      description: 'Recipients of received emails, by source and result.',
    }),
    attempts: meter.createCounter('delivery_attempts', {
      description: 'Delivery attempts for one recipient each, by transport kind and result.',
    }),
  }
}
