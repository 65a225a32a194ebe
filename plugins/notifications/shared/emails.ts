/** Endpoints of the unsubscribe link in emails. The email itself authorizes, signed in or not. */
import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from './schemas.ts'

const LinkToken = z.string().check(z.minLength(1), z.maxLength(1_000))

/** Target of the email header: a GET redirects to the page, a POST is the one-click request of RFC 8058. */
export const oneClickPath = '/api/notifications/unsubscribe'

export const readEmails = defineEndpoint({
  pattern: 'POST /api/notifications/letters',
  input: z.strictObject({ token: LinkToken }),
  output: z.object({
    category: z.nullable(z.string()).check(z.describe('The notification type; null for summaries.')),
    isOn: z.boolean().check(z.describe('Whether these emails are still sent.')),
  }),
  audience: 'public',
  audit: false,
  summary: 'Get the emails an unsubscribe link stops',
  errors: ['gone'],
})

export const endEmails = defineEndpoint({
  pattern: 'POST /api/notifications/letters/end',
  input: z.strictObject({ token: LinkToken }),
  output: nothing,
  audience: 'public',
  audit: false,
  summary: 'Stop emails of one type with an unsubscribe link',
  errors: ['gone'],
})
