import { Clock, noContent, type PluginContext, requireService } from '@host/plugin'
import { Sessions } from '@host/plugin/platform'
import {
  archiveNotifications,
  countUnread,
  deleteNotification,
  listNotifications,
  markRead,
  readNotification,
} from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { NotificationsMux } from '../notifications-mux.ts'
import type { Categories } from '../preferences/categories.ts'
import type { PeopleStore } from '../preferences/people-store.ts'
import { inboxOf, type Reader } from './inbox.ts'
import { shownNotification } from './shown-notification.ts'

/** Dependencies of the inbox's routes. */
export interface InboxParts {
  readonly categories: Categories
  readonly people: PeopleStore
}

/** Routes of a user's inbox. */
export function mountInbox(
  mux: NotificationsMux,
  ctx: PluginContext<Tables>,
  { categories, people }: InboxParts,
): void {
  const [sessions, clock, inbox] = [requireService(ctx, Sessions), requireService(ctx, Clock), inboxOf(ctx)]
  // A session confined by a workspace's SSO sees only notifications of that workspace.
  const readerOf = ({ request, userId }: { readonly request: Request; readonly userId: string }): Reader => ({
    userId,
    confinedTo: sessions.confinedTo(request),
  })
  const now = (isSo: boolean): string | null => (isSo ? new Date(clock.now()).toISOString() : null)

  mux.endpoint(listNotifications, async (scope) => {
    const { language, input } = scope
    const { items, ...page } = await inbox.list(readerOf(scope), input)
    return { ...page, items: items.map((row) => shownNotification(row, categories, language)) }
  })
  mux.endpoint(countUnread, async (scope) => {
    // The shell sends this request with every page, so it tracks the reader's language.
    await people.noteLanguage(scope.userId, scope.language)
    return await inbox.countUnread(readerOf(scope))
  })
  mux.endpoint(readNotification, async (scope) =>
    shownNotification(await inbox.read(readerOf(scope), scope.params.id), categories, scope.language),
  )
  mux.endpoint(markRead, async (scope) => {
    await inbox.markRead(readerOf(scope), scope.input, now(scope.input.isRead))
    return await inbox.countUnread(readerOf(scope))
  })
  mux.endpoint(archiveNotifications, async (scope) => {
    await inbox.archive(readerOf(scope), scope.input, now(scope.input.isArchived))
    return await inbox.countUnread(readerOf(scope))
  })
  mux.endpoint(deleteNotification, async (scope) => {
    await inbox.remove(readerOf(scope), scope.params.id)
    return noContent()
  })
}
