import { requireService, type PluginContext, type WorkspaceScope } from '@host/plugin'
import { Sessions } from '@host/plugin/platform'
import type { Tables } from '../models.ts'
import { inboxOf } from './inbox.ts'

/** Unread notifications of the caller, which the inbox shows. */
export async function badges(
  { request, userId }: WorkspaceScope<Tables>,
  ctx: PluginContext<Tables>,
): Promise<Readonly<Record<string, number>>> {
  const confinedTo = requireService(ctx, Sessions).confinedTo(request)
  const { count, isMore } = await inboxOf(ctx).countUnread({ userId, confinedTo })
  return { notifications: isMore ? count + 1 : count }
}
