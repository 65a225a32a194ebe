import type { Queries } from '@host/plugin'
import type { Folder } from '../../shared.ts'
import type { Tables } from '../models.ts'

/** Where an email is counted. */
export interface Counted {
  readonly mailboxId: string
  readonly folder: Folder
  readonly isRead: boolean
}

interface Change {
  readonly mailboxId: string
  readonly folder: Folder
  emails: number
  unread: number
}

/** Changes of the counts of folders, summed up. */
export class CountChanges {
  readonly #changes = new Map<string, Change>()

  add(email: Counted): void {
    this.#count(email, 1)
  }

  take(email: Counted): void {
    this.#count(email, -1)
  }

  /** In the one order in which every transaction changes counts. */
  all(): readonly Readonly<Change>[] {
    const changed = [...this.#changes].filter(([, { emails, unread }]) => emails !== 0 || unread !== 0)
    return changed.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, change]) => change)
  }

  #count({ mailboxId, folder, isRead }: Counted, by: 1 | -1): void {
    const key = `${mailboxId} ${folder}`
    const change = this.#changes.get(key) ?? { mailboxId, folder, emails: 0, unread: 0 }
    change.emails += by
    if (!isRead) change.unread += by
    this.#changes.set(key, change)
  }
}

/** @returns the folders that there were, as `mailboxId folder`; those of a deleted mailbox are missing */
export async function applyCounts(tx: Queries<Tables>, changes: CountChanges): Promise<ReadonlySet<string>> {
  const there = new Set<string>()
  for (const { mailboxId, folder, emails, unread } of changes.all()) {
    const counted = await tx
      .updateTable('mail_counts')
      .set((set) => ({ emails: set('emails', '+', emails), unread: set('unread', '+', unread) }))
      .where('mailbox_id', '=', mailboxId)
      .where('folder', '=', folder)
      .returning('id')
      .executeTakeFirst()
    if (counted !== undefined) there.add(`${mailboxId} ${folder}`)
  }
  return there
}
