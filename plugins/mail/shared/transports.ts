import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import { isOwnAddress } from './addresses.ts'
import { mailLimits } from './limits.ts'

/** `implicit`: TLS from the start, as on port 465. `starttls`: upgraded to TLS, or nothing is sent. `none`: without TLS. */
export const transportSecurities = ['implicit', 'starttls', 'none'] as const

export type TransportSecurity = (typeof transportSecurities)[number]

const transportLimits = Object.freeze({ transports: 20, domains: 50, username: 200, password: 1_000 })

const TransportOut = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string(),
  port: z.int(),
  security: z.enum(transportSecurities),
  username: z.string().check(z.describe('Empty without a login.')),
  hasPassword: z.boolean(),
  isOn: z.boolean(),
  fromDomains: z.array(z.string()).check(z.describe('Only mail from these domains; empty for all.')),
  systemFrom: z.nullable(z.string()),
  hasBounceAddress: z.boolean(),
  createdAt: z.string(),
})

/** An SMTP server that takes the mail of a workspace. Its password is never sent back. */
export type Transport = z.infer<typeof TransportOut>

const Name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(mailLimits.mailboxName),
    z.refine(isDisplayName, displayNameComplaint.en),
  )
const Host = z.string().check(z.trim(), z.minLength(1), z.maxLength(253), z.describe('Name or address of the server.'))
const Domain = z.string().check(z.trim(), z.minLength(1), z.maxLength(253))
const SystemFrom = z
  .string()
  .check(
    z.trim(),
    z.maxLength(mailLimits.address),
    z.refine(isOwnAddress, 'Enter an address such as info@example.com, without a plus sign.'),
  )

const settings = {
  name: Name,
  host: Host,
  port: z.int().check(z.gte(1), z.lte(65_535), z.describe('Usually 465 with `implicit`, and 587 with `starttls`.')),
  security: z
    .enum(transportSecurities)
    .check(z.describe('`implicit`, `starttls`, or `none`, which never sends a password.')),
  username: z.string().check(z.maxLength(transportLimits.username), z.describe('Empty for no login.')),
  password: z.string().check(z.maxLength(transportLimits.password)).register(z.globalRegistry, {
    description: 'Stored encrypted and never sent back; empty removes it.',
    writeOnly: true,
  }),
  isOn: z.boolean(),
  fromDomains: z
    .array(Domain)
    .check(z.maxLength(transportLimits.domains), z.describe('Takes mail from these domains only; empty for all.')),
  systemFrom: z
    .nullable(SystemFrom)
    .check(z.describe('Sender of the automatic emails of the workspace, on a verified domain; null for none.')),
  hasBounceAddress: z
    .boolean()
    .check(z.describe('Whether bounces come back here. Off for servers that accept the sender of their account only.')),
}

/** Input of the form. */
export const NewTransport = z.strictObject({
  ...settings,
  username: z.optional(settings.username),
  password: z.optional(settings.password),
  isOn: z.optional(settings.isOn),
  fromDomains: z.optional(settings.fromDomains),
  systemFrom: z.optional(settings.systemFrom),
  hasBounceAddress: z.optional(settings.hasBounceAddress),
})

export const maxTransports = transportLimits.transports

const example: Transport = {
  id: 'mailtransport_01h455vb4pex5vsknk084sn02q',
  name: 'Provider',
  host: 'smtp.example.com',
  port: 465,
  security: 'implicit',
  username: 'acme',
  hasPassword: true,
  isOn: true,
  fromDomains: [],
  systemFrom: null,
  hasBounceAddress: true,
  createdAt: '2026-01-31T08:15:00.000Z',
}

export const listTransports = defineEndpoint({
  pattern: 'GET /api/x/mail/transports',
  input: nothing,
  output: z.object({
    items: z.array(TransportOut).check(z.describe('In the order in which they are tried.')),
    fallback: z
      .enum(['system', 'direct', 'none'])
      .check(z.describe('Takes mail without a transport: the server of the operator, direct delivery, or nothing.')),
  }),
  role: 'admin',
  summary: 'List the transports in the order in which they are tried',
  examples: [{ input: undefined, output: { items: [example], fallback: 'system' } }],
})

export const createTransport = defineEndpoint({
  pattern: 'POST /api/x/mail/transports',
  input: NewTransport,
  output: TransportOut,
  status: 201,
  role: 'admin',
  support: false,
  audit: 'mail_transport.created',
  summary: 'Add a transport, behind the others',
  errors: ['conflict'],
})

export const changeTransport = defineEndpoint({
  pattern: 'PATCH /api/x/mail/transports/{id}',
  input: z.strictObject(
    Object.fromEntries(Object.entries(settings).map(([name, field]) => [name, z.optional(field)])) as {
      readonly [Name in keyof typeof settings]: z.ZodMiniOptional<(typeof settings)[Name]>
    },
  ),
  output: TransportOut,
  role: 'admin',
  support: false,
  audit: 'mail_transport.updated',
  summary: 'Change a transport; fields that are left out stay as they are',
  description: 'Another server or user needs the password again, so that no other server is given it.',
})

export const deleteTransport = defineEndpoint({
  pattern: 'DELETE /api/x/mail/transports/{id}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: 'mail_transport.deleted',
  summary: 'Delete a transport',
})

export const orderTransports = defineEndpoint({
  pattern: 'PUT /api/x/mail/transports/order',
  input: z.strictObject({
    ids: z
      .array(z.string().check(z.minLength(1), z.maxLength(60)))
      .check(z.maxLength(transportLimits.transports), z.describe('All transports, the first to be tried first.')),
  }),
  output: nothing,
  role: 'admin',
  support: false,
  audit: 'mail_transport.ordered',
  summary: 'Set the order in which transports are tried',
  changes: ['/api/x/mail/transports'],
  errors: ['conflict'],
})

const TransportTest = z.object({
  isAccepted: z.boolean(),
  to: z.string(),
  reply: z.string().check(z.describe('The last reply of the server, or the reason in its place. Untrusted.')),
  transcript: z.string().check(z.describe('All that was said, without credentials. Untrusted.')),
})

/** The result of a test. */
export type TransportTest = z.infer<typeof TransportTest>

export const testTransport = defineEndpoint({
  pattern: 'POST /api/x/mail/transports/{id}/test',
  input: z.strictObject({
    from: z
      .optional(SystemFrom)
      .check(z.describe('Sender, on a verified domain; that of automatic emails when left out.')),
  }),
  output: TransportTest,
  role: 'admin',
  audit: 'mail_transport.tested',
  summary: 'Send a test to your own address through a transport, whether it is on or off',
  errors: ['too_many_requests'],
})
