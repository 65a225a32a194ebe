import type { NotificationEntry } from '../shared/inbox.ts'

/**
 * Where a notification leads: to its page, in its workspace, or to the notification itself when it has none. From the
 * root of the site, since the frame of either shell shows it.
 */
export function placeOf({ id, path, workspace }: NotificationEntry): `~/${string}` {
  if (path === null) return `~/admin/notifications?open=${id}`
  return workspace === null ? `~/instance${path}` : `~/admin/@${workspace.slug}${path}`
}
