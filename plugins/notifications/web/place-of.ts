import type { NotificationEntry } from '../shared/inbox.ts'

/**
 * Where a notification leads from the workspace in which its reader is: to its page, or to the notification itself, which offers to
 * change the workspace, or has nothing to open. From the root of the site, since the frame of either shell shows it.
 */
export function placeOf({ id, path, workspace }: NotificationEntry, here: string | undefined): `~/${string}` {
  if (path !== null && workspace === null) return `~/instance${path}`
  return path !== null && workspace?.id === here ? `~/admin${path}` : `~/admin/notifications?open=${id}`
}
