import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import * as z from 'zod/mini'
import type { WorkspaceScope } from '@host/plugin'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import { createTestHost } from '@host/testing'
import { createLink, readStatistics } from '../../shared.ts'
import { clickWriters } from '../clicks/click-writers.ts'
import { plugin } from '../index.ts'
import type { Tables } from '../models.ts'
import { addSampleLinks, removeSampleLinks } from './sample-links.ts'

type Work = (scope: WorkspaceScope<Tables>) => Promise<unknown>

const runWork = defineEndpoint({
  pattern: 'POST /api/x/links/work',
  input: nothing,
  output: z.object({}),
  summary: 'Run the work of a test',
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const [hour, day] = [3_600_000, 86_400_000]

/** A workspace with a link that three people and a robot visited yesterday, in an hour of the sample data. */
async function openSampleLab(context: TestContext) {
  let next: Work = () => Promise.resolve()
  const counting = { clicks: async (): Promise<void> => undefined }
  const host = await createTestHost({
    plugins: [
      {
        ...plugin,
        async mount(mux, ctx) {
          await plugin.mount(mux, ctx)
          counting.clicks = async () => await clickWriters.get(ctx)?.settle()
          mux.endpoint(runWork, async (scope) => {
            await next(scope)
            return {}
          })
        },
      },
    ],
    environment: { HOST_PUBLIC_URL: 'http://host.test', HOST_SHARED_HOST: 'go.host.test' },
  })
  context.after(() => host.close())
  const member = host.as('member')
  const run = async <Result>(work: (scope: WorkspaceScope<Tables>) => Promise<Result>): Promise<Result> => {
    const results: Result[] = []
    next = async (scope) => results.push(await work(scope))
    await member.call(runWork)
    const [result] = results
    assert.ok(result !== undefined)
    return result
  }
  const now = host.clock.now()
  host.clock.advance({ seconds: (Math.ceil(now / day) * day + day / 2 + hour / 2 - now) / 1_000 })
  await member.signIn()
  const { id, shortUrl } = await member.call(createLink, { url: 'https://www.example.com/' })
  const statistics = async (linkId?: string) => {
    const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
    const range = { from: dayOf(host.clock.now() - 20 * day), to: dayOf(host.clock.now()), timeZone: 'UTC' }
    return await member.call(readStatistics, { ...range, ...(linkId !== undefined && { linkId }) })
  }
  for (const agent of [firefox, 'Opera/9.80', 'Opera/9.70', 'curl/8.5.0']) {
    await host.fetch(new Request(shortUrl, { headers: { 'user-agent': agent } }))
  }
  await counting.clicks()
  const counted = await statistics()
  assert.equal(counted.clicks + counted.robots, 4)
  host.clock.advance({ days: 1 })
  await member.signIn()
  return { run, statistics, linkId: id }
}

/** All counts of the workspace and its links. */
async function countsOf({ db }: Pick<WorkspaceScope<Tables>, 'db'>) {
  return {
    sums: await db.selectFrom('links_sums').select(['link_id', 'clicks']).orderBy('link_id').execute(),
    hours: await db
      .selectFrom('links_hours')
      .select(['link_id', 'hour', 'clicks', 'visitors', 'robots'])
      .orderBy('link_id')
      .orderBy('hour')
      .execute(),
    facets: await db
      .selectFrom('links_facets')
      .select(['link_id', 'hour', 'facet', 'value', 'clicks'])
      .orderBy('link_id')
      .orderBy('hour')
      .orderBy('facet')
      .orderBy('value')
      .execute(),
  }
}

suite('sample links', () => {
  test('count for the workspace, beside its own clicks', async (context) => {
    const { run, statistics, linkId } = await openSampleLab(context)
    const [, ...samples] = await run(addSampleLinks)
    const links = await Promise.all([linkId, ...samples].map((id) => statistics(id)))
    const all = await statistics()
    const total = (count: 'clicks' | 'visitors' | 'robots') => links.reduce((sum, each) => sum + each[count], 0)
    assert.ok(all.clicks > 1_000, String(all.clicks))
    assert.deepEqual([all.clicks, all.visitors, all.robots], [total('clicks'), total('visitors'), total('robots')])
    for (const { facet, values } of all.facets) {
      // Rules and versions are of a link alone.
      const ofLinks = links.flatMap(({ facets }) => facets.find((each) => each.facet === facet)?.values ?? [])
      const expected = new Map<string, number>()
      for (const { value, clicks } of facet === 'version' || facet === 'rule' ? [] : ofLinks) {
        expected.set(value, (expected.get(value) ?? 0) + clicks)
      }
      assert.deepEqual(new Map(values.map(({ value, clicks }) => [value, clicks])), expected, facet)
    }
    const { sums } = await run(countsOf)
    assert.equal(sums.find(({ link_id }) => link_id === '')?.clicks, all.clicks)
  })

  test('take their counts away again, and no others', async (context) => {
    const { run } = await openSampleLab(context)
    const before = await run(countsOf)
    assert.equal(before.sums.find(({ link_id }) => link_id === '')?.clicks, 3)
    const ids = await run(addSampleLinks)
    await run(async (scope) => {
      await removeSampleLinks(scope, ids)
      return true
    })
    assert.deepEqual(await run(countsOf), before)
  })

  test('that the workspace never counted take nothing away from it', async (context) => {
    const { run } = await openSampleLab(context)
    const before = await run(countsOf)
    const ids = await run(addSampleLinks)
    await run(async (scope) => {
      const { db } = scope
      const ofWorkspace = ({ link_id }: { readonly link_id: string }) => link_id === ''
      for (const table of ['links_sums', 'links_hours', 'links_facets'] as const) {
        await db.deleteFrom(table).where('link_id', '=', '').execute()
      }
      await db.insertInto('links_sums').values(before.sums.filter(ofWorkspace)).execute()
      await db.insertInto('links_hours').values(before.hours.filter(ofWorkspace)).execute()
      await db.insertInto('links_facets').values(before.facets.filter(ofWorkspace)).execute()
      await removeSampleLinks(scope, ids)
      return true
    })
    assert.deepEqual(await run(countsOf), before)
  })
})
