import * as z from 'zod/mini'
import { endpointsWith } from '@host/plugin/wire'
import { webhookLimits } from './limits.ts'

export const defineEndpoint = endpointsWith(z.toJSONSchema)

const { url, concurrency, ratePerMinute } = webhookLimits

export const Url = z.string().check(z.trim(), z.minLength(1), z.maxLength(url))
export const Description = z.string().check(z.trim(), z.maxLength(200))
/** Names of events, `noun.*` or `*`. */
export const EventChoice = z
  .array(z.string().check(z.minLength(1), z.maxLength(200)))
  .check(z.minLength(1), z.maxLength(500))
export const Concurrency = z.int().check(z.gte(1), z.lte(concurrency))
export const RatePerMinute = z.nullable(z.int().check(z.gte(1), z.lte(ratePerMinute)))
/** A moment with its zone; what comes out is in UTC. */
export const Moment = z.pipe(
  z.iso.datetime({ offset: true }),
  z.pipe(
    z.transform((text: string) => new Date(text).toISOString()),
    z.string().check(z.regex(/^(?!0000)\d{4}-/)),
  ),
)
