import type { Guarded } from '../handler.ts'
import { serviceToken } from '../service.ts'

/** How a wrapped handler is made idempotent. */
export interface IdempotencyOptions {
  /** The handler's `scope.db` and the stored answer share one transaction. */
  readonly atomic?: boolean
}

/**
 * Wraps a guarded handler so that a repeated `Idempotency-Key` gets the first answer (spec §3, §4).
 * It stands outside the guard and asks it to authorize first.
 */
export type IdempotencyService = <Params>(next: Guarded<Params>, options?: IdempotencyOptions) => Guarded<Params>

/**
 * The idempotency service.
 * @example const idempotent = ctx.lookup(Idempotency) ?? ((next) => next)
 */
export const Idempotency = serviceToken<IdempotencyService>('core.idempotency')
