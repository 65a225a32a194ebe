import * as z from 'zod/mini'
import { defineJob } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

/** Stores the originals of sample emails: sample data is added inside a transaction, where no bytes can be stored. */
export const storeSampleBytes = defineJob({
  name: 'store-sample-bytes',
  input: z.strictObject({ messages: z.array(z.strictObject({ key: z.string(), text: z.string() })) }),
  timeout: 60_000,
})

export function handleSampleBytes({ jobs, blobs }: Pick<Parts, 'jobs' | 'blobs'>): void {
  jobs.handle<typeof storeSampleBytes.input, 'workspace', Tables>(
    storeSampleBytes,
    async ({ db, orgId }, { messages }) => {
      for (const { key, text } of messages) {
        const staged = await blobs.stage(orgId, Buffer.from(text), { type: 'message/rfc822' })
        await db.transaction(async (tx) => {
          // They may have been removed meanwhile.
          const message = tx.selectFrom('mail_messages').select('id').where('raw', '=', key).forUpdate()
          if ((await message.executeTakeFirst()) !== undefined) await blobs.place(orgId, key, staged)
        })
        await blobs.discard(staged)
      }
    },
  )
}
