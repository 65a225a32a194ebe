import * as z from 'zod/mini'
import { webhookLimits } from './limits.ts'

export { defineEndpoint } from '@host/plugin/zod'

const { url, concurrency, ratePerMinute } = webhookLimits

export const Url = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(url))
  // Its path and query often are a credential, so it is masked wherever an input is shown.
  .register(z.globalRegistry, {
    description: 'An https address that takes POST requests.',
    format: 'uri',
    writeOnly: true,
  })
export const Description = z.string().check(z.trim(), z.maxLength(200), z.describe('Purpose of the endpoint.'))
export const EventChoice = z
  .array(z.string().check(z.minLength(1), z.maxLength(200)))
  .check(z.minLength(1), z.maxLength(500), z.describe('Names of events, `noun.*` for all of a noun, or `*` for all.'))
export const Concurrency = z
  .int()
  .check(z.gte(1), z.lte(concurrency), z.describe('Requests at once, in each process of the host.'))
export const RatePerMinute = z
  .nullable(z.int().check(z.gte(1), z.lte(ratePerMinute)))
  .check(z.describe('Requests in a minute; null for no limit.'))
/** A moment with its zone, to the nanosecond at most; the parsed value is in UTC. */
export const Moment = z.pipe(
  z.iso.datetime({ offset: true }).check(z.maxLength('2026-01-31T08:15:00.123456789+00:00'.length)),
  z.pipe(
    z.transform((text: string) => new Date(text).toISOString()),
    z.string().check(z.regex(/^(?!0000)\d{4}-/)),
  ),
)
