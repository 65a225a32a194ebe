import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import type { JobState, JobStatus } from '@host/plugin'
import { JobQueue } from '@host/plugin/platform'
import { approvalLimits, readApproval, type ApprovalDetails } from '../../shared/approvals.ts'
import { openApprovalLab, outcomeOf, type ApprovalLab, type LabToken } from '../testing/approval-lab.ts'
import { addLoose, addNote, addPaid, listNotes, readBook } from '../testing/asking-plugins.ts'
import { endLost } from './end-lost.ts'

const note = (title: string) => ({ pattern: addNote.pattern, input: { title } })
const paid = (title: string) => ({ pattern: addPaid.pattern, input: { title } })

test('§A85 after agents are disabled, pending calls are withdrawn within a minute, and approved ones that have not begun too', async () => {
  await using lab = await openApprovalLab()
  const { host } = lab
  const token = await lab.token('member')
  const [waiting, held] = [await lab.asked(token, note('one')), await lab.asked(token, paid('two'))]
  lab.plans.areKnown = false
  await lab.decide('admin', `${held.id}/approve`)
  await host.settleJobs()
  await host.switchFeature('mcp', false)
  host.clock.advance({ seconds: 61 })
  await host.settleJobs()
  assert.equal(outcomeOf(lab, waiting.id), 'Withdrawn: agents were switched off')
  lab.plans.areKnown = true
  await host.switchFeature('mcp', true)
  host.clock.advance({ minutes: 30 })
  await host.settleJobs()
  for (const { id } of [waiting, held]) {
    assert.equal((await host.as('admin').call(readApproval, { id })).state, 'withdrawn')
  }
  assert.deepEqual((await host.as('admin').call(listNotes)).items, [])
})

suite('approved calls come to an end', () => {
  let lab: ApprovalLab
  let token: LabToken
  before(async () => {
    lab = await openApprovalLab()
    token = await lab.token('member')
  })
  after(() => lab[Symbol.asyncDispose]())
  beforeEach(() => {
    lab.plans.areKnown = true
  })

  const details = (id: string): Promise<ApprovalDetails> => lab.host.as('admin').call(readApproval, { id })
  const times = async (title: string) =>
    (await lab.host.as('owner').call(listNotes)).items.filter((each) => each.title === title).length
  const approved = async (ask: object) => {
    const { id } = await lab.asked(token, ask)
    assert.equal((await lab.decide('admin', `${id}/approve`)).status, 200)
    await lab.host.settleJobs()
    return id
  }
  const later = async (time: { seconds?: number; minutes?: number; hours?: number }) => {
    lab.host.clock.advance(time)
    await lab.host.as('admin').signIn()
    await lab.host.settleJobs()
  }
  const jobOf = async () => {
    const { items } = await lab.host.service(JobQueue).list({ plugin: 'mcp', state: 'waiting', limit: 50 })
    return items.find(({ name }) => name === 'run-approval')?.id ?? ''
  }

  test('§A87 a call rejected before it began is retried, and runs once', async () => {
    lab.plans.areKnown = false
    const id = await approved(paid('turned away'))
    const waiting = await details(id)
    assert.deepEqual([waiting.state, waiting.status, await times('turned away')], ['approved', null, 0])
    lab.plans.areKnown = true
    await later({ seconds: 10 })
    const { state, status } = await details(id)
    assert.deepEqual([state, status, await times('turned away')], ['done', 200, 1])
  })

  test('§A87 a call whose attempts all fail has failed, with the last answer', async () => {
    lab.plans.areKnown = false
    const id = await approved(paid('never'))
    for (let nth = 1; nth < 8; nth += 1) await later({ minutes: 12 })
    const { state, status, error } = await details(id)
    assert.deepEqual([state, status, error, await times('never')], ['failed', 503, 'service_unavailable', 0])
    lab.plans.areKnown = true
    await lab.host.service(JobQueue).retryAll('mcp')
    await later({ hours: 1 })
    assert.equal(await times('never'), 0)
  })

  test('§A87 a call that may have begun is retried only if no effect of it can remain', async () => {
    const whole = await approved(note('busy whole'))
    await later({ seconds: 10 })
    assert.deepEqual([(await details(whole)).state, await times('busy whole')], ['done', 1])
    const loose = await approved({ pattern: addLoose.pattern, input: { title: 'busy loose' } })
    await later({ minutes: 10 })
    const { state, error } = await details(loose)
    assert.deepEqual([state, error, await times('busy loose')], ['failed', 'service_unavailable', 1])
  })

  test('§A86 a call that an operator removes before it began does not run, and says so within a minute', async () => {
    lab.plans.areKnown = false
    const id = await approved(paid('taken out'))
    assert.equal(await lab.host.service(JobQueue).remove(await jobOf()), true)
    lab.plans.areKnown = true
    await later({ seconds: 61 })
    const { state, error, status, endedAt } = await details(id)
    assert.deepEqual([state, error, status, await times('taken out')], ['failed', 'taken_out', null, 0])
    assert.ok(endedAt)
  })

  test('§A86 a begun call without a job is interrupted, and one that has not begun is known not to have run', async () => {
    const { parts, host } = lab
    const ended = (jobState: JobState | undefined) => ({
      ...parts,
      jobs: {
        ...parts.jobs,
        status: async () => (jobState === undefined ? undefined : ({ state: jobState } as JobStatus)),
      },
    })
    const db = parts.ctx.db.asInstance('a test')
    const set = (id: string, state: 'approved' | 'running') =>
      db.updateTable('mcp_approvals').set({ state, job_id: 'job_1' }).where('id', '=', id).execute()
    const { signal } = new AbortController()
    const cases = [
      ['running', 'failed', 'failed', 'interrupted'],
      ['running', 'cancelled', 'failed', 'interrupted'],
      ['running', undefined, 'failed', 'interrupted'],
      ['approved', 'failed', 'failed', 'not_begun'],
      ['approved', 'cancelled', 'failed', 'taken_out'],
      ['approved', undefined, 'failed', 'taken_out'],
      ['approved', 'held', 'approved', null],
      ['approved', 'waiting', 'approved', null],
      ['running', 'running', 'running', null],
    ] as const
    for (const [state, job, then, error] of cases) {
      const { id } = await lab.asked(token, note('lost'))
      await set(id, state)
      await endLost(ended(job), { db, signal })
      const seen = await details(id)
      assert.deepEqual([seen.state, seen.error], [then, error], `${state} ${job}`)
      await endLost(ended(undefined), { db, signal })
    }
    await host.settleJobs()
    assert.equal(await times('lost'), 0)
  })

  test('§A43 a limited part of an answer of 10 MiB is stored, and arguments of 64 kB run unchanged', async () => {
    const book = await details(await approved({ pattern: readBook.pattern, input: {} }))
    assert.deepEqual([book.state, book.answer?.isCut, book.answer?.body.length], ['done', true, approvalLimits.answer])
    const title = 'w'.repeat(approvalLimits.input - 12)
    await approved(note(title))
    assert.equal(await times(title), 1)
  })
})
