/** Reports of mail services about bounces and complaints. */
import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

export const mailProviders = ['ses', 'postmark'] as const

export type MailProvider = (typeof mailProviders)[number]

/** The user name of a service that signs in; the secret is its password. */
export const providerUser = 'mail'

/** A topic of SNS by its name in AWS. */
export const topicPattern =
  /^arn:(aws|aws-cn|aws-us-gov):sns:([a-z]{2}(?:-[a-z]{2,10}){1,3}-\d):\d{12}:[A-Za-z0-9_-]{1,256}$/

const ProviderOut = z.object({
  provider: z.enum(mailProviders),
  path: z
    .nullable(z.string())
    .check(z.describe('Where the service sends its reports with POST; null while it is off.')),
  topic: z.nullable(z.string()).check(z.describe('The SNS topic whose notifications count; null for other services.')),
  isConfirmed: z.boolean().check(z.describe('Whether SNS has confirmed the subscription; true for other services.')),
  rotatedAt: z.nullable(z.string()),
  lastAt: z.nullable(z.string()).check(z.describe('When the latest report was accepted.')),
})

/** The endpoint of a mail service. */
export type ProviderHook = z.infer<typeof ProviderOut>

const example: ProviderHook = {
  provider: 'ses',
  path: '/api/x/mail/providers/mailhook_01h455vb4pex5vsknk084sn02q',
  topic: 'arn:aws:sns:eu-west-1:123456789012:bounces',
  isConfirmed: true,
  rotatedAt: '2026-01-31T08:15:00.000Z',
  lastAt: null,
}

export const listProviders = defineEndpoint({
  pattern: 'GET /api/x/mail/providers',
  input: nothing,
  output: z.object({ items: z.array(ProviderOut) }),
  role: 'admin',
  summary: 'List the mail services that report bounces and complaints',
  examples: [{ input: undefined, output: { items: [example] } }],
})

const provider = z.enum(mailProviders).check(z.describe('The mail service.'))

export const rotateProvider = defineEndpoint({
  pattern: 'POST /api/x/mail/providers/rotate',
  input: z.strictObject({
    provider,
    topic: z
      .optional(z.string().check(z.trim(), z.maxLength(300), z.regex(topicPattern)))
      .check(z.describe('The ARN of the SNS topic, for `ses` only.')),
    keepFormerHours: z
      .optional(z.int().check(z.gte(0), z.lte(168)))
      .check(z.describe('How long the previous secret is accepted, too; 0 when left out.')),
  }),
  output: z.object({
    ...ProviderOut.shape,
    secret: z.nullable(z.string()).check(z.describe('Shown once; null for `ses`, whose reports are signed.')),
  }),
  role: 'admin',
  revealsSecret: true,
  audit: 'mail_provider.rotated',
  summary: 'Switch the reports of a mail service on, or replace its secret',
})

export const deleteProvider = defineEndpoint({
  pattern: 'POST /api/x/mail/providers/delete',
  input: z.strictObject({ provider }),
  output: nothing,
  role: 'admin',
  audit: 'mail_provider.deleted',
  summary: 'Switch the reports of a mail service off',
})
