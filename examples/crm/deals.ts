import { answerBlob, Blobs, bucket, Events, Jobs, mountResource, Problem, requireService, Settings } from '@host/plugin'
import type { ResourceHookScope } from '@host/plugin'
import type { RecordOf } from '@host/plugin/zod'
import { Deals, dealWon, remindOfStale, rules, type Mount, type Tables } from './declarations.ts'
import { addFile, deals, downloadFile, files, notes } from './shared.ts'
import { titles } from './shared/texts.ts'

type Deal = RecordOf<typeof deals>

/** Deals with their notes. A win is dated, published and announced in the transaction of the change. */
export function mountDeals({ mux, ctx }: Mount): void {
  const events = requireService(ctx, Events)

  async function follow({ db, orgId, now }: ResourceHookScope<Tables>, deal: Deal, before?: Deal): Promise<void> {
    const { id, stage, owner, name, amount, currency } = deal
    if (stage === before?.stage) return
    const won_at = stage === 'won' ? now().toISOString() : null
    await db.updateTable('crm_deals').set({ won_at }).where('id', '=', id).execute()
    if (stage !== 'won') return
    await events.publish(dealWon, orgId, { dealId: id, name, amount, currency })
    if (owner === null) return
    await ctx.notify({ to: { orgId, userId: owner.id }, title: titles.won, body: name, path: `/deals/${id}` })
  }
  mountResource({ mux, ctx }, deals, { afterCreate: follow, afterChange: follow })
  mountResource({ mux, ctx }, notes)
}

/** Files of deals: each is added by an upload, and owned by its row. */
export function mountFiles({ mux, ctx }: Mount): void {
  const blobs = requireService(ctx, Blobs)

  mountResource({ mux, ctx }, files, { omit: ['create', 'change', 'importCsv', 'exportCsv'] })
  mux.upload(addFile, async ({ db, params: { deal }, file: { key, name, size } }) => {
    const added = db.insertInto('crm_files').values({ name, size, deal, content: key })
    return await added.returning('id').executeTakeFirstOrThrow()
  })
  mux.endpoint(downloadFile, async ({ db, orgId, params: { id } }) => {
    const row = await db.selectFrom('crm_files').select(['name', 'content']).where('id', '=', id).executeTakeFirst()
    const blob = row && (await blobs.get(orgId, row.content))
    if (row === undefined || blob === undefined) throw new Problem('not_found')
    return answerBlob(blob, { name: row.name })
  })
}

/** Reminds owners of stale deals on Mondays at nine, in the time zone of the workspace. */
export function scheduleReminders({ ctx }: Mount): void {
  const [jobs, settings] = [requireService(ctx, Jobs), requireService(ctx, Settings)]

  jobs.handle(remindOfStale, async ({ db, orgId, now }) => {
    const { staleAfterDays } = await settings.workspace(rules, orgId)
    const before = new Date(now().getTime() - staleAfterDays * 86_400_000).toISOString()
    const open = db.selectFrom('crm_deals').where('stage', 'in', ['lead', 'qualified'])
    const stale = open.where('updated_at', '<', before).innerJoin('users', 'users.id', 'crm_deals.owner')
    const rows = await stale.select(['crm_deals.name', 'users.id as userId']).limit(1000).execute()
    for (const [userId, owned] of Map.groupBy(rows, (row) => row.userId)) {
      const names = owned.slice(0, 9).map(({ name }) => name)
      await ctx.notify({ to: { orgId, userId }, title: titles.stale, body: names.join('\n'), path: '/deals' })
    }
  })
  jobs.schedule(remindOfStale, '0 9 * * 1', { each: 'workspace', timeZone: 'workspace', input: {} })
}

/** Lets other plugins read the won deals, by the months of the workspace's time zone. */
export function provideDeals({ ctx }: Mount): void {
  ctx.provide(Deals, {
    async wonByMonth(orgId, since) {
      const db = ctx.db.inWorkspace(orgId, 'sum the won deals')
      const { time_zone: timeZone } = await db.selectFrom('workspaces').select('time_zone').executeTakeFirstOrThrow()
      const won = db.selectFrom('crm_deals').where('won_at', '>=', since.toISOString()).where('amount', 'is not', null)
      return await won
        .select((eb) => ['currency', eb.fn.sum<number>('amount').as('amount')])
        .select((eb) => bucket(eb, 'won_at', { unit: 'month', timeZone }).as('month'))
        .groupBy(['month', 'currency'])
        .orderBy('month')
        .orderBy('currency')
        .execute()
    },
  })
}
