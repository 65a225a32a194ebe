import type { DeliveryTimeouts, SmtpClock } from '@host/email'
import { MailSending } from '@host/plugin/platform'
import type { Parts } from '../parts.ts'

/** Milliseconds. The queue tries again, so each wait is shorter than a mail server's; three ways fit into one job. */
export const timeouts: Partial<DeliveryTimeouts> = {
  connect: 20_000,
  greeting: 60_000,
  tls: 30_000,
  command: 120_000,
  content: 120_000,
  final: 240_000,
  total: 280_000,
}

/** Options that all deliveries share. */
export function deliverySettings({ ctx, clock, resolver }: Pick<Parts, 'ctx' | 'clock' | 'resolver'>) {
  return { name: ctx.lookup(MailSending)?.name ?? 'localhost', resolver, timeouts, clock: smtpClock(clock) }
}

/** Moments by the clock of the host, waits by that of the machine. */
function smtpClock(now: () => number): SmtpClock {
  return {
    now,
    after(milliseconds, action) {
      // Connections keep a process running, and their deadlines don't.
      const timer = setTimeout(action, milliseconds).unref()
      return () => clearTimeout(timer)
    },
  }
}
