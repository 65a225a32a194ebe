import { serviceToken } from '../service.ts'

/** The time as the host counts it, which a test moves: for what is due, ends or grows old. */
export interface ClockService {
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * The host's clock.
 * @example const since = new Date((ctx.lookup(Clock)?.now() ?? Date.now()) - 86_400_000).toISOString()
 * @since 1.0.0
 */
export const Clock = serviceToken<ClockService>('core.clock')
