import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import { mailLimits } from './limits.ts'

const ForwardOut = z.object({
  id: z.string(),
  mailboxId: z.string(),
  address: z.string(),
  takesAll: z.boolean().check(z.describe('Whether it gets every email; otherwise rules of the mailbox choose.')),
  isConfirmed: z.boolean().check(z.describe('Whether its owner has agreed. Nothing is forwarded before.')),
})

/** An address that a mailbox forwards to. */
export type Forward = z.infer<typeof ForwardOut>

const example: Forward = {
  id: 'mailforward_01h455vb4pex5vsknk084sn02q',
  mailboxId: 'mailbox_01h455vb4pex5vsknk084sn02q',
  address: 'ada@example.org',
  takesAll: true,
  isConfirmed: false,
}

export const listForwards = defineEndpoint({
  pattern: 'GET /api/x/mail/mailboxes/{id}/forwards',
  input: nothing,
  output: z.object({ items: z.array(ForwardOut) }),
  summary: 'List the addresses that a mailbox forwards to',
  description: 'For members who may read the mailbox, and for admins.',
  examples: [{ input: undefined, output: { items: [example] } }],
})

export const addForward = defineEndpoint({
  pattern: 'POST /api/x/mail/mailboxes/{id}/forwards',
  input: z.strictObject({
    address: z
      .string()
      .check(z.trim(), z.minLength(3), z.maxLength(mailLimits.address), z.describe('Gets a code by email first.')),
    takesAll: z.optional(z.boolean()).check(z.describe('Whether it gets every email; true when left out.')),
  }),
  output: ForwardOut,
  status: 201,
  audit: 'mail_forward.added',
  summary: 'Add an address that a mailbox forwards to',
  description: 'An address of a mailbox of the same workspace is confirmed at once. All others get a code by email.',
  errors: ['not_found', 'conflict', 'too_many_requests', 'service_unavailable'],
  examples: [{ input: { address: example.address }, output: example }],
})

export const sendForwardCode = defineEndpoint({
  pattern: 'POST /api/x/mail/forwards/{id}/send-code',
  input: z.strictObject({}),
  output: nothing,
  audit: 'mail_forward.code_sent',
  summary: 'Send a new code to an address that is not confirmed',
  errors: ['conflict', 'too_many_requests', 'service_unavailable'],
})

export const confirmForward = defineEndpoint({
  pattern: 'POST /api/x/mail/forwards/{id}/confirm',
  input: z.strictObject({
    code: z
      .string()
      .check(z.trim(), z.minLength(1), z.maxLength(20), z.describe('The code of the email to the address.')),
  }),
  output: ForwardOut,
  audit: 'mail_forward.confirmed',
  summary: 'Confirm an address by the code that it got',
  errors: ['invalid_code', 'too_many_requests'],
})

export const changeForward = defineEndpoint({
  pattern: 'PATCH /api/x/mail/forwards/{id}',
  input: z.strictObject({
    takesAll: z.boolean().check(z.describe('Whether it gets every email; otherwise rules of the mailbox choose.')),
  }),
  output: ForwardOut,
  audit: 'mail_forward.updated',
  summary: 'Choose whether an address gets every email of a mailbox',
})

export const removeForward = defineEndpoint({
  pattern: 'DELETE /api/x/mail/forwards/{id}',
  input: nothing,
  output: nothing,
  audit: 'mail_forward.removed',
  summary: 'Stop forwarding to an address',
})
