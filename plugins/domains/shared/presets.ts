import * as z from 'zod/mini'
import { defineEndpoint } from '@host/plugin/zod'
import { domainLimits } from './limits.ts'
import { Planned, planErrors, planTexts } from './plans.ts'

const Below = z
  .optional(z.string().check(z.trim(), z.maxLength(domainLimits.name)))
  .check(z.describe('A name below the zone, such as `go`; the zone itself when left out.'))
const HostName = z.string().check(z.trim(), z.minLength(1), z.maxLength(domainLimits.name))
const Address = z.string().check(z.trim(), z.minLength(3), z.maxLength(320))

const Mail = z.strictObject({
  preset: z.literal('mail'),
  name: Below,
  exchanges: z
    .array(z.strictObject({ host: HostName, priority: z.int().check(z.gte(0), z.lte(65_535)) }))
    .check(z.minLength(1), z.maxLength(10), z.describe('The servers that receive mail.')),
  senders: z
    .optional(z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(255))).check(z.maxLength(10)))
    .check(z.describe('Further SPF terms, such as `include:spf.example.net` or `ip4:192.0.2.1`.')),
  dmarc: z
    .optional(z.strictObject({ policy: z.enum(['none', 'quarantine', 'reject']), reports: z.optional(Address) }))
    .check(z.describe('`reports` is the address for aggregate reports.')),
  dkim: z
    .optional(
      z
        .array(
          z.strictObject({
            selector: z.string().check(z.trim(), z.minLength(1), z.maxLength(63)),
            key: z
              .string()
              .check(z.trim(), z.minLength(40), z.maxLength(2_000), z.describe('The public key, in base 64.')),
            algorithm: z.optional(z.enum(['rsa', 'ed25519'])),
          }),
        )
        .check(z.maxLength(5)),
    )
    .check(z.describe('Keys that sign sent mail.')),
  mtaSts: z
    .optional(z.strictObject({ id: z.string().check(z.maxLength(32), z.regex(/^[A-Za-z0-9]{1,32}$/)) }))
    .check(z.describe('Announces a policy for TLS, by the ID of its version.')),
  tlsReports: z.optional(Address).check(z.describe('The address for reports about TLS.')),
})

const Links = z.strictObject({
  preset: z.literal('links'),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(domainLimits.name)),
  target: HostName.check(z.describe('The host name that answers the links.')),
})

const Verification = z.strictObject({
  preset: z.literal('verification'),
  name: Below,
  value: z
    .string()
    .check(z.trim(), z.minLength(1), z.maxLength(1_000), z.describe('The text that the other service asks for.')),
})

/** Input of a preset. */
export const Preset = z.discriminatedUnion('preset', [Mail, Links, Verification])

/** Input of a preset. */
export type Preset = z.infer<typeof Preset>

export const planPreset = defineEndpoint({
  pattern: 'POST /api/x/domains/zones/{id}/presets',
  input: z.strictObject({ ...planTexts, records: Preset }),
  output: Planned,
  audit: 'dns_zone.change_planned',
  summary: 'Plan the record sets for mail, short links, or the verification of a site',
  errors: planErrors,
  mcp: {
    name: 'plan_preset',
    description:
      'Plans the DNS records for mail (MX, SPF, DKIM, DMARC, MTA-STS, TLS-RPT), for a host of short links, or for a site verification. Nothing changes until an admin approves the plan.',
  },
})
