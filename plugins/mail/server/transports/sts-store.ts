import type { StsStore } from '@host/email'
import type { PluginContext } from '@host/plugin'
import type { Tables } from '../models.ts'

/** MTA-STS policies in the database, so that they stay in force over restarts and on every process. */
export function stsStore(ctx: PluginContext<Tables>): StsStore {
  const reason = 'read and store MTA-STS policies of destinations, which are the same for all workspaces'
  return {
    async get(domain) {
      const row = await ctx.db
        .asInstance(reason)
        .selectFrom('mail_sts_policies')
        .select('stored')
        .where('domain', '=', domain)
        .executeTakeFirst()
      return row?.stored
    },
    async set(domain, stored) {
      const changedAt = new Date(stored.failedAt ?? stored.fetchedAt).toISOString()
      const row = { stored, changed_at: changedAt }
      await ctx.db
        .asInstance(reason)
        .insertInto('mail_sts_policies')
        .values({ domain, ...row })
        .onConflict((conflict) => conflict.columns(['domain']).doUpdateSet(row))
        .execute()
    },
  }
}
