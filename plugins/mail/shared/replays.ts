/** Received emails that handlers of features get again. */
import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

export const replayEmail = defineEndpoint({
  pattern: 'POST /api/emails/{id}/replay',
  input: nothing,
  output: z.object({ handlers: z.int().check(z.describe('How many handlers get it again.')) }),
  status: 202,
  role: 'admin',
  audit: 'email.replayed',
  summary: 'Run a received email through the features that read emails again',
  changes: false,
})

export const replayEmails = defineEndpoint({
  pattern: 'POST /api/emails/replay',
  input: z.strictObject({
    since: z.iso.datetime().check(z.maxLength(40), z.describe('Emails received at this moment or later.')),
    until: z
      .optional(z.iso.datetime().check(z.maxLength(40)))
      .check(z.describe('Emails received before this moment; now when left out.')),
    cursor: z.optional(z.string().check(z.maxLength(60))).check(z.describe('The ID of an email: continues behind it.')),
    mailboxId: z.optional(z.string().check(z.maxLength(60))).check(z.describe('Emails of this mailbox only.')),
  }),
  output: z.object({ jobId: z.string() }),
  status: 202,
  role: 'admin',
  audit: 'email.replayed_in_bulk',
  summary: 'Run received emails of a range through the features that read emails again',
  errors: ['not_found'],
  changes: false,
})
