/**
 * Entries of the work that support access leads to after its call: of jobs, of jobs that they add, and of subscribers. And
 * those that its calls write into logs of other workspaces.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { defineEvent, defineJob, definePlugin, Events, Jobs, json } from '@host/plugin'
import * as z from 'zod/mini'
import { join, password, type People } from '../../lab/people.ts'
import { infoOf } from '../../lab/plugins.ts'
import { startSpecHost, type SpecHost } from '../../lab/spec-host.ts'
import { addInstanceAdmin, enterBySupport, workspaceOf } from '../../lab/support.ts'
import type { Visitor } from '../../lab/visitor.ts'

const By = z.strictObject({ by: z.string() })
const first = defineJob({ name: 'first', input: By })
const second = defineJob({ name: 'second', input: By })
const filed = defineEvent({
  name: 'filing.filed',
  description: 'Something was filed',
  data: By,
  example: { by: 'usr_01h455vb4pex5vsknk084sn02q' },
  toJSONSchema: z.toJSONSchema,
})

/** Writes entries in a user's name, or in its own, in a job, in a job of that job, and for an event. */
const filing = definePlugin({
  name: 'filing',
  info: infoOf('Filing', { enabledByDefault: true }),
  models: [],
  events: [filed],
  mount(mux, ctx) {
    const [jobs, events] = [ctx.lookup(Jobs) ?? assert.fail(), ctx.lookup(Events) ?? assert.fail()]
    const record = (orgId: string, action: string, by: string) =>
      ctx.audit.record({ orgId, action, actor: { kind: 'user', id: by } })
    jobs.handle(first, async ({ orgId }, { by }) => {
      await record(orgId, 'filing.first', by)
      await ctx.audit.record({ orgId, action: 'filing.cleaned', actor: { kind: 'host' } })
      await jobs.enqueue(orgId, second, { by })
    })
    jobs.handle(second, ({ orgId }, { by }) => record(orgId, 'filing.second', by))
    events.subscribe('log', 'filing.filed', ({ orgId }, { data }) => record(orgId, 'filing.event', By.parse(data).by))
    mux.handle(
      'POST /api/x/filing/files',
      ctx.guard(async ({ orgId, userId }) => {
        const by = userId
        await events.publish(filed, orgId, { by })
        return json({ id: await jobs.enqueue(orgId, first, { by }, { startedBy: by }) })
      }),
    )
  },
})

interface Entry {
  readonly action: string
  readonly actor: { readonly kind: string; readonly name: string | null; readonly grantedByName: string | null }
}

const later = ['filing.event', 'filing.first', 'filing.second']

let lab: SpecHost
let people: People
let orgId: string

/** Entries in the log of a reader's workspace: their kind, and the names of their actor and of the granter. */
async function entries(reader: Visitor, wanted: string): Promise<readonly string[]> {
  const { items } = (await reader.get<{ items: readonly Entry[] }>(`/api/audit?action=${wanted}&limit=50`)).body
  return items.map(({ action, actor }) => `${action} ${actor.kind} ${actor.name} ${actor.grantedByName}`).toSorted()
}

/** Files something in the workspace. @returns the ID of its job */
async function file(visitor: Visitor): Promise<string> {
  const { status, body } = await visitor.send<{ id: string }>('POST', '/api/x/filing/files', {
    headers: { 'x-workspace': orgId },
  })
  assert.equal(status, 200)
  return body.id
}

describe('work that support access leads to', () => {
  before(async () => {
    lab = await startSpecHost({ plugins: [filing] })
    people = await lab.people()
    orgId = await workspaceOf(people.ada)
    await people.ada.post('/api/auth/reauthenticate', { password })
  })

  after(() => lab[Symbol.asyncDispose]())

  test('§I64 entries of jobs and of subscribers name the admin and the owner, also those written after the end', async () => {
    const admin = await addInstanceAdmin(people.ada, lab.visitor(), 'finn')
    const id = await enterBySupport({ admin, owner: people.ada, orgId })
    const job = await file(admin)
    await people.ada.post(`/api/support-access/${id}/end`, undefined)
    await file(people.ben)
    await lab.host.settleJobs()
    assert.deepEqual(await entries(people.ada, 'filing'), [
      'filing.cleaned host null null',
      'filing.cleaned host null null',
      ...later.flatMap((action) => [`${action} support finn ada`, `${action} user ben null`]),
    ])
    await assertUnseen(job)
  })

  test('§I64 entries in the log of another workspace of the admin do not name the owner who granted access', async () => {
    const gina = await addInstanceAdmin(people.ada, lab.visitor(), 'gina')
    await join(people.dora, gina, { name: 'gina', role: 'member' })
    await enterBySupport({ admin: gina, owner: people.ada, orgId })
    await gina.send('POST', '/api/auth/logout', { headers: { 'x-workspace': orgId } })
    const isOfGina = (entry: string) => entry.includes('gina')
    assert.deepEqual((await entries(people.dora, 'session.ended')).filter(isOfGina), ['session.ended user gina null'])
  })
})

/** Only the log names the owner: no page of the job has the grant. */
async function assertUnseen(job: string): Promise<void> {
  const owner = (await people.ada.get<{ user: { id: string } }>('/api/auth/me')).body.user.id
  for (const path of [`/api/jobs/${job}`, '/api/instance/jobs?limit=50']) {
    const { status, body } = await people.ada.get(path)
    const text = JSON.stringify(body)
    assert.equal(status, 200, path)
    assert.ok(text.includes(job) && !text.includes(owner), path)
  }
}
