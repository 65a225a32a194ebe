/** Receiving by HTTP. */
import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

/** The header with the secret of a delivery. */
export const secretHeader = 'x-inbound-secret'
/** Sender and recipients of the envelope of a raw email; those of its headers when left out. */
export const senderHeader = 'x-envelope-from'
export const recipientsHeader = 'x-envelope-to'

const InboundOut = z.object({
  path: z.nullable(z.string()).check(z.describe('Where emails are sent to with POST; null while it is off.')),
  rotatedAt: z.nullable(z.string()),
  formerUntil: z.nullable(z.string()).check(z.describe('Until when the previous secret is accepted, too.')),
})

/** The endpoint of a workspace. */
export type Inbound = z.infer<typeof InboundOut>

const example: Inbound = {
  path: '/api/x/mail/inbound/mailinbound_01h455vb4pex5vsknk084sn02q',
  rotatedAt: '2026-01-31T08:15:00.000Z',
  formerUntil: null,
}

export const readInbound = defineEndpoint({
  pattern: 'GET /api/x/mail/inbound',
  input: nothing,
  output: InboundOut,
  role: 'admin',
  summary: 'Read where emails are received by HTTP',
  examples: [{ input: undefined, output: example }],
})

export const rotateInbound = defineEndpoint({
  pattern: 'POST /api/x/mail/inbound/rotate',
  input: z.strictObject({
    keepFormerHours: z
      .optional(z.int().check(z.gte(0), z.lte(168)))
      .check(z.describe('How long the previous secret is accepted, too; 0 when left out.')),
  }),
  output: z.object({ ...InboundOut.shape, secret: z.string().check(z.describe('Shown once.')) }),
  role: 'admin',
  revealsSecret: true,
  audit: 'mail_inbound.rotated',
  summary: 'Switch receiving by HTTP on, or replace its secret',
})

export const deleteInbound = defineEndpoint({
  pattern: 'DELETE /api/x/mail/inbound',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: 'mail_inbound.deleted',
  summary: 'Switch receiving by HTTP off',
})
