/** What the bell asks; apart from the rest, since it comes with every page. */
import * as z from 'zod/mini'
import { endpointsWith, nothing } from '@host/plugin/wire'

/** More unread notifications than this are told as "more". */
export const mostCounted = 99

export const Count = z.object({ count: z.number(), isMore: z.boolean() })

export const countUnread = endpointsWith(z.toJSONSchema)({
  pattern: 'GET /api/notifications/unread',
  input: nothing,
  output: Count,
  audience: 'user',
  confined: 'allowed',
  summary: 'Count your unread notifications, up to 99',
})
