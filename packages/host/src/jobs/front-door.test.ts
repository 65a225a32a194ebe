import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineJob, definePlugin, Features, Jobs, json, type JobStatus } from '@host/plugin'
import { JobQueue, Workspaces } from '@host/plugin/platform'
import * as z from 'zod/mini'
import { labHost } from '../../testing/lab-host.ts'

const note = defineJob({ name: 'note', input: z.strictObject({ tag: z.string() }) })

/** A plugin whose job is enqueued by a request. @param done collects finished work with its workspace */
function filing(done: string[]) {
  return definePlugin({
    name: 'filing',
    info: { title: 'Filing', description: 'Files', icon: 'note', category: 'Work', api: '^1' },
    models: [],
    mount(mux, ctx) {
      const jobs = ctx.lookup(Jobs)
      jobs?.handle(note, async ({ orgId, signal }, { tag }) => {
        assert.equal(signal.aborted, false)
        done.push(`${orgId} ${tag}`)
      })
      mux.handle(
        'POST /api/x/filing/notes',
        ctx.guard(async ({ orgId, userId, request }) => {
          const { tag } = (await request.json()) as { tag: string }
          return json({ id: await jobs?.enqueue(orgId, note, { tag }, { startedBy: userId }) })
        }),
      )
      mux.handle(
        'GET /api/x/filing/notes/{id}',
        ctx.guard(async ({ orgId, params }) => json(await jobs?.status(orgId, String(params['id' as never])))),
      )
    },
  })
}

test('jobs run in their workspace, are held while their feature is off or it is closed, and resume at once afterwards', async (t) => {
  const done: string[] = []
  const { host, admin, person } = await labHost(t, [filing(done)])
  const owner = await admin()
  const other = await person('member', 'Elsewhere')
  const { orgId } = owner
  const enqueue = async (who: typeof owner, tag: string): Promise<string> => {
    const answer = await who.call('POST', '/api/x/filing/notes', { body: { tag } })
    assert.equal(answer.status, 200)
    return ((await answer.json()) as { id: string }).id
  }
  const stateOf = async (who: typeof owner, id: string): Promise<string> =>
    ((await (await who.call('GET', `/api/x/filing/notes/${id}`)).json()) as JobStatus).state

  const first = await enqueue(owner, 'first')
  await enqueue(other, 'other')
  await host.settleJobs()
  assert.deepEqual(done.splice(0).toSorted(), [`${orgId} first`, `${other.orgId} other`].toSorted())
  assert.equal(await stateOf(owner, first), 'done')

  const jobs = host.lookup(JobQueue)
  const features = host.lookup(Features)
  const waiting = await enqueue(owner, 'feature')
  await features?.set(orgId, 'filing', false)
  await host.settleJobs()
  const standing = (await jobs?.find(orgId, waiting))?.state
  await features?.set(orgId, 'filing', true)
  await host.settleJobs()
  assert.ok(standing === 'held' || standing === 'done', 'it may have been done before the switch')
  assert.deepEqual(done.splice(0), [`${orgId} feature`])

  const workspaces = host.lookup(Workspaces)
  const spare = await workspaces?.create({ name: 'Spare', ownerId: owner.userId })
  assert.ok(spare)
  const actor = { orgId: spare.id, actorId: owner.userId }
  await workspaces?.erase(actor, spare.slug)
  const [late] = [await person('member', 'Late')]
  await enqueue(late, 'late')
  await workspaces?.restore(actor)
  await host.settleJobs()
  assert.deepEqual(done.splice(0), [`${late.orgId} late`])
})

test('a stopping host finishes running jobs, and unfinished ones wait for the next host', async (t) => {
  const begun = Promise.withResolvers<void>()
  const reasons: unknown[] = []
  const plugin = definePlugin({
    name: 'slow',
    info: { title: 'Slow', description: 'Waits', icon: 'note', category: 'Work', api: '^1' },
    models: [],
    mount(_mux, ctx) {
      const jobs = ctx.lookup(Jobs)
      jobs?.handle(note, async ({ signal }) => {
        begun.resolve()
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        reasons.push(signal.reason)
      })
    },
    async start(ctx) {
      const [home] = (await ctx.lookup(Workspaces)?.listAll({ limit: 1 }))?.items ?? []
      await ctx.lookup(Jobs)?.enqueue(home?.id ?? '', note, { tag: 'x' })
    },
  })
  const { host, log } = await labHost(t, [plugin], { environment: { HOST_STOP_TIMEOUT: '0.2' } })
  await begun.promise
  await host.stop()
  assert.equal((reasons[0] as Error).name, 'AbortError')
  assert.deepEqual(
    log.filter(({ level }) => level === 'error'),
    [],
  )
})
