import * as z from 'zod/mini'
import { defineChangeKind } from '@host/plugin'
import { domainLimits } from '../../shared.ts'
import type { RecordValue } from './record-set.ts'

/** Half a character could be sent, and would never be read back. */
const wellFormed = z.refine(
  (text) => typeof text === 'string' && text.isWellFormed(),
  'Half of a character is missing.',
)

const value: z.ZodMiniType<RecordValue, RecordValue> = z.strictObject({
  ttl: z.int().check(z.gte(0), z.lte(2_147_483_647)),
  data: z
    .array(z.string().check(z.minLength(1), z.maxLength(70_000), wellFormed))
    .check(z.minLength(1), z.maxLength(domainLimits.records)),
  comment: z.optional(z.string().check(z.minLength(1), z.maxLength(domainLimits.presentComment), wellFormed)),
  isProxied: z.optional(z.literal(true)),
})

/** Changes of DNS records: the target is the ID of a zone, the keys are names and types, such as `www.example.com A`. */
export const recordSets = defineChangeKind({ name: 'records', value })
