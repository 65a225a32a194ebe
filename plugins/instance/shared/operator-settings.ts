import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

/** Settings by the name of their environment variable, in the order of the page. */
export const rateNames = [
  'HOST_RATE_SIGN_IN',
  'HOST_RATE_API',
  'HOST_RATE_PERSON',
  'HOST_RATE_REDIRECT',
  'HOST_RATE_PAGE',
  'HOST_RATE_FORM',
] as const
export const mailNames = ['HOST_SMTP_URL', 'HOST_SMTP_FROM'] as const
export const accessNames = ['HOST_CORS_ORIGINS', 'HOST_METRICS_TOKEN'] as const

export type OperatorName = (typeof rateNames | typeof mailNames | typeof accessNames)[number]

const Text = (most: number, description: string) =>
  z.optional(z.nullable(z.string().check(z.maxLength(most), z.describe(description))))
const rate = (description: string) => Text(12, `${description} per minute; 0 for unlimited, null for the default.`)

const Changes = z.strictObject({
  HOST_RATE_SIGN_IN: rate('Sign-in attempts of a client address'),
  HOST_RATE_API: rate('API calls per session'),
  HOST_RATE_PERSON: rate('API calls per user over all sessions and tokens'),
  HOST_RATE_REDIRECT: rate('Redirects of a client address'),
  HOST_RATE_PAGE: rate('Public pages of a client address'),
  HOST_RATE_FORM: rate('Submissions of public forms of a client address'),
  HOST_SMTP_URL: Text(500, 'SMTP server, such as smtps://user:password@mail.example.com; null to remove it.'),
  HOST_SMTP_FROM: Text(300, 'Sender, such as "Host <host@example.com>"; null to remove it.'),
  HOST_CORS_ORIGINS: Text(4000, 'Origins that may read the API, separated by commas; null for none.'),
  HOST_METRICS_TOKEN: Text(200, 'Bearer token of /metrics; null disables it.'),
})

const Settings = z.object({
  items: z.array(
    z.object({
      name: z.enum([...rateNames, ...accessNames, ...mailNames]),
      value: z.string().check(z.describe('The text in use. Secrets are masked; empty if not set.')),
      default: z.string(),
      source: z
        .enum(['environment', 'stored', 'default'])
        .check(z.describe('A variable of the environment wins over a stored setting.')),
      isSecret: z.boolean(),
    }),
  ),
  nextCursor: z.null(),
})

export type OperatorSettingRow = z.infer<typeof Settings>['items'][number]

export const readOperatorSettings = defineEndpoint({
  pattern: 'GET /api/instance/operator-settings',
  input: nothing,
  output: Settings,
  audience: 'instance',
  summary: 'Get the operator settings that need no restart',
})

export const changeOperatorSettings = defineEndpoint({
  pattern: 'PATCH /api/instance/operator-settings',
  input: Changes,
  output: Settings,
  audience: 'instance',
  session: 'recent',
  // The service writes its own audit entry, without secrets.
  audit: false,
  bodyLimit: 16 * 1024,
  changes: ['/api/instance/sign-in'],
  errors: ['conflict'],
  summary: 'Change operator settings; omitted settings stay the same',
  description: 'Changes apply on all processes at once. A setting of the environment must be changed there.',
})

export const sendTestEmail = defineEndpoint({
  pattern: 'POST /api/instance/test-email',
  input: nothing,
  output: z.object({
    to: z.string(),
    problem: z
      .nullable(z.string())
      .check(z.describe('Codes of the error, such as "EAUTH with 535 at AUTH"; null if the server took the email.')),
  }),
  audience: 'instance',
  session: 'recent',
  audit: false,
  errors: ['conflict', 'too_many_requests'],
  summary: 'Send a test email to yourself',
})
