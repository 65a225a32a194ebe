import * as z from 'zod/mini'
import { definePublicPage, nothing } from '@host/plugin/wire'
import { defineEndpoint, definePublicForm } from '@host/plugin/zod'
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
      .check(z.trim(), z.minLength(3), z.maxLength(mailLimits.address), z.describe('Gets a link by email first.')),
    takesAll: z.optional(z.boolean()).check(z.describe('Whether it gets every email; true when left out.')),
  }),
  output: ForwardOut,
  status: 201,
  audit: 'mail_forward.added',
  support: false,
  summary: 'Add an address that a mailbox forwards to',
  description: 'An address of a mailbox of the same workspace is confirmed at once. All others get a link by email.',
  errors: ['not_found', 'conflict', 'too_many_requests', 'service_unavailable', 'quota_exceeded'],
  examples: [{ input: { address: example.address }, output: example }],
})

export const sendForwardLink = defineEndpoint({
  pattern: 'POST /api/x/mail/forwards/{id}/send-link',
  input: z.strictObject({}),
  output: nothing,
  audit: 'mail_forward.link_sent',
  support: false,
  summary: 'Send a new link to an address that is not confirmed',
  errors: ['conflict', 'too_many_requests', 'service_unavailable'],
})

/** Where the owner of an address agrees, by the link of the email to it. Opening the page changes nothing. */
export const forwardRequest = definePublicPage({
  path: '/p/mail/forwards/{token}',
  data: z.object({ mailbox: z.string(), address: z.string(), isConfirmed: z.boolean() }),
})

export const confirmForward = definePublicForm({
  path: '/p/mail/forwards/{token}/confirm',
  input: z.strictObject({}),
  summary: 'Agree that a mailbox forwards its emails to the address that got this link',
  errors: ['conflict'],
})

export const changeForward = defineEndpoint({
  pattern: 'PATCH /api/x/mail/forwards/{id}',
  input: z.strictObject({
    takesAll: z.boolean().check(z.describe('Whether it gets every email; otherwise rules of the mailbox choose.')),
  }),
  output: ForwardOut,
  audit: 'mail_forward.updated',
  errors: ['quota_exceeded'],
  support: false,
  summary: 'Choose whether an address gets every email of a mailbox',
})

export const removeForward = defineEndpoint({
  pattern: 'DELETE /api/x/mail/forwards/{id}',
  input: nothing,
  output: nothing,
  audit: 'mail_forward.removed',
  summary: 'Stop forwarding to an address',
})
