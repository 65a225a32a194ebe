/** Endpoints of the unsubscribe link in emails. The email itself authorizes, signed in or not. */
import * as z from 'zod/mini'
import * as platform from '@host/platform-api/unsubscribing'
import { nothing } from '@host/plugin/wire'
import { withSchemas } from './schemas.ts'

const LinkToken = z.string().check(z.minLength(1), z.maxLength(1_000))

/** Target of the email header: a GET redirects to the page, a POST is the one-click request of RFC 8058. */
export const oneClickPath = '/api/notifications/unsubscribe'

export const readEmails = withSchemas(platform.readEmails, {
  input: z.strictObject({ token: LinkToken }),
  output: z.object({
    category: z.nullable(z.string()).check(z.describe('The notification type; null for summaries.')),
    isOn: z.boolean().check(z.describe('Whether these emails are still sent.')),
  }),
})

export const endEmails = withSchemas(platform.endEmails, {
  input: z.strictObject({ token: LinkToken }),
  output: nothing,
})
