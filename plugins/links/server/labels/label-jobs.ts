import * as z from 'zod/mini'
import { defineJob } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

/** Takes a deleted tag or folder off its links: there may be a million of them. */
export const forgetLabel = defineJob({
  name: 'forget-label',
  input: z.strictObject({ table: z.enum(['links_tags', 'links_folders']), id: z.string() }),
  timeout: 3_600_000,
})

/** Links of one statement. */
const linksAtOnce = 1_000

export function handleLabelJobs({ jobs }: Parts): void {
  jobs.handle<typeof forgetLabel.input, 'workspace', Tables>(forgetLabel, async ({ db, signal }, { table, id }) => {
    const tagged = db.selectFrom('links_tagged').select('id').where('tag_id', '=', id).limit(linksAtOnce)
    const inside = db.selectFrom('links_links').select('id').where('folder_id', '=', id).limit(linksAtOnce)
    for (;;) {
      signal.throwIfAborted()
      const taken =
        table === 'links_tags'
          ? (await db.deleteFrom('links_tagged').where('id', 'in', tagged).executeTakeFirst()).numDeletedRows
          : (await db.updateTable('links_links').set({ folder_id: null }).where('id', 'in', inside).executeTakeFirst())
              .numUpdatedRows
      if (taken < BigInt(linksAtOnce)) return
    }
  })
}
