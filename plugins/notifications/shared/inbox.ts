import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { listInput, pageOf } from '@host/plugin/zod'
import { defineEndpoint, Id } from './schemas.ts'
import { Count } from './unread.ts'

const Action = z.object({
  label: z.string(),
  path: z.string().check(z.describe('The route to POST to, without input.')),
  kind: z.enum(['primary', 'plain', 'danger']),
  opensPage: z.boolean().check(z.describe("Whether it opens the notification's page instead of posting.")),
})

/** A notification as its reader sees it, in their language. */
const NotificationOut = z.object({
  id: z.string(),
  title: z.string(),
  body: z.nullable(z.string()),
  path: z.nullable(z.string()).check(z.describe('Page to open, relative to its shell; null if there is none.')),
  workspace: z
    .nullable(z.object({ id: z.string(), slug: z.string(), name: z.string() }))
    .check(z.describe('The workspace of the notification; null for the instance.')),
  category: z.object({ key: z.string(), title: z.string() }),
  isUrgent: z.boolean(),
  actions: z.array(Action).check(z.describe('Available decisions; empty after one was made.')),
  subject: z
    .nullable(z.string())
    .check(z.describe('The route that lists the affected records; null after the decision.')),
  outcome: z.nullable(z.string()).check(z.describe('The decision; null before one is made, or if none is needed.')),
  isRead: z.boolean(),
  isArchived: z.boolean(),
  at: z.string(),
})

export type NotificationEntry = z.infer<typeof NotificationOut>
export type NotificationActionEntry = z.infer<typeof Action>

/** Which notifications to change: those that are named, or all that are not archived, up to the newest that was seen. */
const Chosen = {
  ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(200))),
  all: z.optional(z.literal(true)),
  upTo: z.optional(Id),
}
const isOneChoice = (input: { readonly ids?: unknown; readonly all?: unknown }): boolean =>
  (input.ids === undefined) !== (input.all === undefined)
const oneChoice = { error: 'Set "ids" or "all".', path: ['ids'] }

export const listNotifications = defineEndpoint({
  pattern: 'GET /api/notifications',
  input: z.extend(listInput({ filters: { category: z.string().check(z.minLength(1), z.maxLength(100)) } }), {
    state: z._default(z.enum(['inbox', 'unread', 'archived']), 'inbox'),
  }),
  output: pageOf(NotificationOut),
  audience: 'user',
  confined: 'allowed',
  summary: 'List your notifications, newest first',
})

export const readNotification = defineEndpoint({
  pattern: 'GET /api/notifications/{id}',
  input: nothing,
  output: NotificationOut,
  audience: 'user',
  confined: 'allowed',
  summary: 'Get one of your notifications',
})

export const markRead = defineEndpoint({
  pattern: 'POST /api/notifications/read',
  input: z.strictObject({ ...Chosen, isRead: z._default(z.boolean(), true) }).check(z.refine(isOneChoice, oneChoice)),
  output: Count,
  audience: 'user',
  confined: 'allowed',
  audit: false,
  changes: ['/api/notifications'],
  summary: 'Mark notifications as read or unread',
  examples: [
    {
      title: 'All seen notifications',
      input: { all: true, upTo: 'ntc_01h455vb4pex5vsknk084sn02q' },
      output: { count: 0, isMore: false },
    },
  ],
})

export const archiveNotifications = defineEndpoint({
  pattern: 'POST /api/notifications/archive',
  input: z
    .strictObject({ ...Chosen, isArchived: z._default(z.boolean(), true) })
    .check(z.refine(isOneChoice, oneChoice)),
  output: Count,
  audience: 'user',
  confined: 'allowed',
  audit: false,
  changes: ['/api/notifications'],
  summary: 'Archive notifications or move them back to the inbox',
})

export const deleteNotification = defineEndpoint({
  pattern: 'DELETE /api/notifications/{id}',
  input: nothing,
  output: nothing,
  audience: 'user',
  confined: 'allowed',
  audit: false,
  changes: ['/api/notifications'],
  summary: 'Delete one of your notifications',
})
