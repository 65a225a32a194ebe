/** Endpoint of the bell; a separate module, since every page loads it. */
import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

/** Higher unread counts are reported as "more". */
export const mostCounted = 99

export const Count = z.object({ count: z.number(), isMore: z.boolean() })

export const countUnread = defineEndpoint({
  pattern: 'GET /api/notifications/unread',
  input: nothing,
  output: Count,
  audience: 'user',
  confined: 'allowed',
  summary: 'Count your unread notifications, up to 99',
})
