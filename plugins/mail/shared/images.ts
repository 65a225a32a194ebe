import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import { mailLimits } from './limits.ts'

export const readFrame = defineEndpoint({
  pattern: 'GET /api/x/mail/frame',
  input: nothing,
  output: nothing,
  // The console shows emails of the instance, without a workspace; the document says nothing of one.
  audience: 'user',
  confined: 'allowed',
  summary: 'Read the empty document in which a page shows the HTML of an email',
  description: 'Its policy runs no script and loads nothing but pictures that the page itself hands over.',
  answers: { 200: { description: 'The document.', content: { type: 'text/html' } } },
})

export const readRemoteImage = defineEndpoint({
  pattern: 'GET /api/emails/{id}/images',
  input: z.strictObject({
    url: z
      .string()
      .check(z.minLength(1), z.maxLength(mailLimits.imageUrl), z.describe('As the HTML of the email has it.')),
  }),
  output: nothing,
  summary: 'Read a remote image of an email through this host',
  description:
    'The server of the image learns that the email was opened, and nothing of the reader. Only PNG, JPEG, GIF and WebP.',
  answers: { 200: { description: 'The image.', content: { type: 'image/*' } } },
  errors: ['not_found', 'too_many_requests', 'overloaded', 'remote_failed', 'destination_not_allowed'],
  agents: false,
})
