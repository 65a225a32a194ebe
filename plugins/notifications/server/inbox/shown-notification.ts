import type { Language } from '@host/plugin'
import type { NotificationActionEntry, NotificationEntry } from '../../shared/inbox.ts'
import { instanceOrgId, type KeptAction } from '../models.ts'
import type { Categories } from '../preferences/categories.ts'
import type { Inbox } from './inbox.ts'

type Row = Awaited<ReturnType<Inbox['read']>>

/** A notification in the language of its reader. */
export function shownNotification(row: Row, categories: Categories, language: Language): NotificationEntry {
  const category = categories.find(row.category)
  return {
    id: row.id,
    title: row.title[language],
    body: row.body?.[language] ?? null,
    path: row.path,
    workspace: row.org_id === instanceOrgId ? null : workspaceOf(row),
    category: { key: row.category, title: category?.title[language] ?? row.category },
    isUrgent: row.is_urgent,
    actions: row.outcome === null ? actionsIn(row.actions ?? [], language) : [],
    subject: row.outcome === null ? row.subject : null,
    outcome: row.outcome?.[language] ?? null,
    isRead: row.read_at !== null,
    isArchived: row.archived_at !== null,
    at: row.created_at,
  }
}

function workspaceOf({ org_id: id, workspace_slug: slug, workspace_name: name }: Row) {
  return { id, slug: slug ?? '', name: name ?? '' }
}

function actionsIn(actions: readonly KeptAction[], language: Language): NotificationActionEntry[] {
  return actions.map(({ label, path, kind, opensPage = false }) => ({ label: label[language], path, kind, opensPage }))
}
