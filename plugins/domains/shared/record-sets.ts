import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName } from '@host/plugin/wire'
import { domainLimits } from './limits.ts'

/** A record set as answers have it. */
export const RecordSet = z.object({
  name: z.string().check(z.describe('The whole name, with A-labels and without a dot at the end.')),
  type: z.string(),
  ttl: z.int().check(z.describe('Seconds.')),
  data: z.array(z.string()).check(z.describe('The records as zone files have them.')),
  comment: z.nullable(z.string()),
  isProxied: z.boolean().check(z.describe('Whether the provider answers with addresses of its own.')),
})

/** A record set as answers have it. */
export type RecordSetOut = z.infer<typeof RecordSet>

const Name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(domainLimits.name),
    z.refine(isDisplayName, displayNameComplaint.en),
    z.describe('The whole name, or a part below the zone such as `www`; `@` for the zone itself.'),
  )
const Type = z.string().check(z.trim(), z.minLength(1), z.maxLength(20), z.describe('A record type, such as `MX`.'))

/** A record set to have, in place of the one with its name and type. */
export const WantedSet = z.strictObject({
  name: Name,
  type: Type,
  ttl: z.optional(z.int().check(z.gte(0), z.lte(2_147_483_647))).check(z.describe('Seconds; as it is when left out.')),
  data: z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(domainLimits.data)))
    .check(
      z.minLength(1),
      z.maxLength(domainLimits.records),
      z.describe('Records as zone files have them; names in them end with a dot.'),
    ),
  comment: z
    .optional(z.nullable(z.string().check(z.trim(), z.maxLength(domainLimits.presentComment))))
    .check(z.describe(`As it is when left out; a new one has at most ${domainLimits.comment} characters.`)),
  isProxied: z.optional(z.boolean()).check(z.describe('As it is when left out.')),
})

/** A record set to have. */
export type WantedSet = z.infer<typeof WantedSet>

/** A record set to delete. */
export const RecordKey = z.strictObject({ name: Name, type: Type })
