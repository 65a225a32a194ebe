import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { Workspaces } from '@host/plugin/platform'
import { approvalLimits, listApprovals, readApproval, type ApprovalDetails } from '../../shared/approvals.ts'
import { openApprovalLab, outcomeOf, type ApprovalLab, type LabToken } from '../testing/approval-lab.ts'
import { addAsAdmin, addLoose, addNote, listNotes } from '../testing/asking-plugins.ts'

const note = (title: string, more: object = {}) => ({ pattern: addNote.pattern, input: { title }, ...more })

let lab: ApprovalLab
let token: LabToken
let count = 0

const fresh = () => `Note ${(count += 1)}`
const titles = async () => (await lab.host.as('owner').call(listNotes)).items.map(({ title }) => title)
const times = async (title: string) => (await titles()).filter((each) => each === title).length
const details = (id: string): Promise<ApprovalDetails> => lab.host.as('admin').call(readApproval, { id })
const run = async (id: string) => {
  assert.equal((await lab.decide('admin', `${id}/approve`)).status, 200)
  await lab.host.settleJobs()
  return await details(id)
}

suite("an agent's call runs with an admin's approval", () => {
  before(async () => {
    lab = await openApprovalLab()
  })
  after(() => lab[Symbol.asyncDispose]())
  beforeEach(async () => {
    token = await lab.token('member')
    lab.told.length = 0
  })

  testDecisions()
  testChangesMeanwhile()
  testAccessAndLimits()
})

function testDecisions(): void {
  test('§A40 nothing runs before an admin lets it, with a session: no member, no token, no anonymous client can', async () => {
    const title = fresh()
    const { id, status } = await lab.asked(token, note(title))
    await lab.host.settleJobs()
    assert.deepEqual([status, await times(title)], ['pending', 0])
    assert.equal((await lab.decide('member', `${id}/approve`)).status, 403)
    assert.equal((await lab.decide('otherOwner', `${id}/approve`)).status, 404)
    const ofAdmin = await lab.token('owner')
    for (const each of [token, ofAdmin]) {
      const answer = await lab.send(each, `POST /api/mcp/approvals/${id}/approve`, {})
      assert.deepEqual([answer.status, answer.body['code']], [403, each === token ? 'forbidden' : 'session_required'])
    }
    const inside = await lab.ask(ofAdmin, { pattern: 'POST /api/mcp/approvals/{id}/approve', input: { id } })
    const looped = String(inside.body['id'])
    await lab.decide('admin', `${looped}/approve`)
    await lab.host.settleJobs()
    assert.deepEqual([(await details(looped)).error, await times(title)], ['session_required', 0])
    const done = await run(id)
    assert.deepEqual([done.state, done.status, await times(title)], ['done', 200, 1])
    assert.match(done.answer?.body ?? '', new RegExp(title))
  })

  test('§A41 a call decided many times at once, and again, runs once and reports its state to every later decision', async () => {
    const title = fresh()
    const { id } = await lab.asked(token, note(title))
    const verbs = ['approve', 'approve', 'refuse', 'approve'] as const
    const answers = await Promise.all(
      verbs.map((verb, nth) => lab.decide(nth % 2 === 0 ? 'admin' : 'owner', `${id}/${verb}`)),
    )
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409, 409],
    )
    await lab.host.settleJobs()
    const { state, decidedBy } = await details(id)
    assert.equal(await times(title), state === 'refused' ? 0 : 1)
    assert.ok(decidedBy?.name)
    assert.equal((await lab.decide('owner', `${id}/refuse`)).body['code'], 'conflict')
    assert.equal((await lab.send(token, `POST /api/mcp/approvals/${id}/withdraw`)).status, 409)
  })

  test('the badge counts the calls that wait, for an agent only its own', async () => {
    const waiting = async (who: 'admin' | 'member') =>
      ((await (await lab.host.as(who).get('/api/mcp/badges')).json()) as { approvals: number }).approvals
    const [waitingBefore, other] = [await waiting('admin'), await lab.token('owner')]
    const { id } = await lab.asked(token, note(fresh()))
    assert.equal(await waiting('admin'), waitingBefore + 1)
    assert.deepEqual((await lab.send(token, 'GET /api/mcp/badges')).body, { approvals: 1 })
    assert.deepEqual((await lab.send(other, 'GET /api/mcp/badges')).body, { approvals: 0 })
    await lab.decide('admin', `${id}/refuse`, {})
    assert.equal(await waiting('admin'), waitingBefore)
  })

  test('a call that is refused, or withdrawn, never runs, and its agent reads why', async () => {
    const [one, two] = [fresh(), fresh()]
    const refused = await lab.asked(token, note(one))
    const answer = await lab.decide('admin', `${refused.id}/refuse`, { reason: 'Not on a Friday.' })
    assert.deepEqual([answer.status, answer.body['reason']], [200, 'Not on a Friday.'])
    const seen = await lab.send(token, `GET /api/mcp/approvals/${refused.id}`)
    assert.deepEqual([seen.body['state'], seen.body['reason']], ['refused', 'Not on a Friday.'])
    const taken = await lab.asked(token, note(two))
    assert.equal((await lab.send(token, `POST /api/mcp/approvals/${taken.id}/withdraw`)).body['state'], 'withdrawn')
    assert.equal((await lab.decide('admin', `${taken.id}/approve`)).status, 409)
    await lab.host.settleJobs()
    assert.deepEqual([await times(one), await times(two)], [0, 0])
  })
}

function testChangesMeanwhile(): void {
  test('§A42 §A85 calls of an ended or rotated token are withdrawn, marked, and never run', async () => {
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/rotate'],
    ] as const) {
      const mine = await lab.token('member')
      const title = fresh()
      const [one, two, kept] = [
        await lab.asked(mine, note(title)),
        await lab.asked(mine, note(`${title}, too`)),
        await lab.asked(token, note(fresh())),
      ]
      const { ok } = await lab.host.as('member').send(method, `/api/x/desk/tokens/${mine.id}${path}`)
      assert.ok(ok)
      await lab.host.settleJobs()
      for (const { id } of [one, two]) {
        const { state, decidedBy } = await details(id)
        assert.deepEqual(
          [state, decidedBy, outcomeOf(lab, id)],
          ['withdrawn', null, 'Withdrawn: the API token is no longer valid'],
        )
        assert.equal((await lab.decide('admin', `${id}/approve`)).status, 409)
      }
      assert.deepEqual([(await details(kept.id)).state, outcomeOf(lab, kept.id)], ['pending', undefined])
      await lab.host.settleJobs()
      assert.equal(await times(title), 0)
      const entries = await lab.audit('approval.withdrawn')
      assert.deepEqual(
        entries.slice(0, 2).map(({ actor }) => actor.kind),
        ['host', 'host'],
      )
    }
  })

  test('§A42 a role that was lowered, and a feature that was switched off meanwhile, are refused as from outside', async () => {
    const { here } = lab.host.workspaces
    const mine = await lab.token('admin')
    const [first, second, third] = [fresh(), fresh(), fresh()]
    const lowered = await lab.asked(mine, { pattern: addAsAdmin.pattern, input: { title: first } })
    const allowed = await lab.asked(mine, { pattern: addAsAdmin.pattern, input: { title: second } })
    const off = await lab.asked(mine, note(third))
    const role = (to: 'admin' | 'member') =>
      lab.host
        .service(Workspaces)
        .changeRole({ orgId: here, actorId: lab.host.userIds.owner, userId: lab.host.userIds.admin }, to)
    await role('member')
    await lab.decide('owner', `${lowered.id}/approve`)
    await lab.host.settleJobs()
    assert.deepEqual([(await lab.host.as('owner').call(readApproval, { id: lowered.id })).error], ['forbidden'])
    await role('admin')
    await lab.host.as('admin').signIn()
    await lab.host.switchFeature('notes', false)
    const failed = await run(off.id)
    assert.deepEqual([failed.state, failed.error], ['failed', 'feature_disabled'])
    await lab.host.switchFeature('notes', true)
    await run(allowed.id)
    assert.deepEqual([await times(first), await times(second), await times(third)], [0, 1, 0])
  })

  test('§A42 the audit log names who asked and who approved, and no argument', async () => {
    const title = `${fresh()} of Grace`
    const { id } = await lab.asked(token, note(title))
    await run(id)
    const requested = await lab.audit('approval.requested')
    const approved = await lab.audit('approval.approved')
    const [own] = await lab.audit('note.created')
    assert.deepEqual(requested[0]?.actor.kind, 'agent')
    assert.deepEqual([requested[0]?.target, approved[0]?.target], [`approval:${id}`, `approval:${id}`])
    assert.equal(approved[0]?.actor.id, lab.host.userIds.admin)
    assert.deepEqual([own?.actor.kind, own?.actor.id], ['agent', lab.host.userIds.member])
    assert.match(JSON.stringify(own), new RegExp(lab.host.userIds.admin))
    assert.ok(!JSON.stringify([requested, approved, lab.told]).includes(title))
  })
}

function testAccessAndLimits(): void {
  test('§A43 admins see all, others their own, an agent those of its token, another workspace none', async () => {
    const ofOwner = await lab.token('owner')
    const other = await lab.token('member')
    const mine = await lab.asked(token, note(fresh()))
    const theirs = await lab.asked(ofOwner, note(fresh()))
    const seen = async (ask: (path: string) => Promise<{ status: number }>) => [
      (await ask(`/api/mcp/approvals/${mine.id}`)).status,
      (await ask(`/api/mcp/approvals/${theirs.id}`)).status,
    ]
    assert.deepEqual(await seen((path) => lab.host.as('admin').get(path)), [200, 200])
    assert.deepEqual(await seen((path) => lab.host.as('member').get(path)), [200, 404])
    assert.deepEqual(await seen((path) => lab.host.as('otherOwner').get(path)), [404, 404])
    assert.deepEqual(await seen((path) => lab.host.as('anonymous').get(path)), [401, 401])
    assert.deepEqual(await seen((path) => lab.send(token, `GET ${path}`)), [200, 404])
    assert.deepEqual(await seen((path) => lab.send(other, `GET ${path}`)), [404, 404])
    assert.deepEqual(await seen((path) => lab.send(ofOwner, `GET ${path}`)), [404, 200])
    assert.equal((await lab.send(other, `POST /api/mcp/approvals/${mine.id}/withdraw`)).status, 404)
    const { items } = (await lab.send(ofOwner, 'GET /api/mcp/approvals')).body as { items: { id: string }[] }
    assert.deepEqual(
      items.map(({ id }) => id),
      [theirs.id],
    )
    const waiting = await lab.host.as('admin').call(listApprovals, { state: 'waiting', limit: 1 })
    assert.equal(waiting.items.length, 1)
    assert.ok(waiting.nextCursor)
  })

  test('§A43 arguments of more than 64 kB are refused', async () => {
    const long = await lab.ask(token, note('x'.repeat(1024 * 1024)))
    assert.deepEqual([long.status, long.body['code']], [413, 'body_too_large'])
  })

  test('an answer of more than 64 kB is kept as far as that, and says so', async () => {
    const title = 'y'.repeat(approvalLimits.input - 20)
    const { id } = await lab.asked(token, note(title))
    const { state, answer } = await run(id)
    assert.equal(state, 'done')
    assert.ok((answer?.body.length ?? 0) <= approvalLimits.answer)
    const large = await lab.asked(token, { pattern: listNotes.pattern, input: {} })
    const all = await run(large.id)
    assert.deepEqual([all.answer?.isCut, all.answer?.body.length], [true, approvalLimits.answer])
  })

  test('the same key is the same approval, and one with other arguments is refused', async () => {
    const title = fresh()
    const keyed = note(title, { key: 'mine' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => lab.asked(token, keyed)))
    assert.equal(new Set(answers.map(({ id }) => id)).size, 1)
    const other = await lab.ask(token, note(fresh(), { key: 'mine' }))
    assert.deepEqual([other.status, other.body['code']], [422, 'unprocessable'])
    await run(answers[0]?.id ?? '')
    assert.equal((await lab.asked(token, keyed)).status, 'done')
    assert.equal(await times(title), 1)
    const elsewhere = await lab.asked(await lab.token('member'), keyed)
    assert.notEqual(elsewhere.id, answers[0]?.id)
  })

  test('a call that its route refuses has failed, with the code and the answer', async () => {
    const { id } = await lab.asked(token, note('gone'))
    const { state, status, error, answer } = await run(id)
    assert.deepEqual([state, status, error], ['failed', 410, 'gone'])
    assert.match(answer?.type ?? '', /problem\+json/)
  })

  test('§A46 admins are notified with buttons for this call alone, which the decision replaces', async () => {
    // Earlier approvals are covered by one notification without buttons.
    for (const { id: earlier } of (await lab.host.as('owner').call(listApprovals, { state: 'waiting' })).items) {
      await lab.decide('admin', `${earlier}/refuse`)
    }
    lab.told.length = 0
    const { id } = await lab.asked(await lab.token('owner'), {
      pattern: addLoose.pattern,
      tool: 'notes_add\u202e',
      input: { title: fresh() },
    })
    const [notification] = lab.told
    assert.ok(notification !== undefined && 'title' in notification)
    assert.deepEqual(notification.to, { orgId: lab.host.workspaces.here, role: 'admin' })
    assert.deepEqual(
      notification.actions?.map(({ path }) => path),
      [`/api/mcp/approvals/${id}/approve`, `/api/mcp/approvals/${id}/refuse`],
    )
    await run(id)
    const outcome = lab.told.find((each) => 'outcome' in each)
    assert.deepEqual(
      [outcome?.key, outcome?.outcome],
      [notification.key, { en: 'Approved by Ada Admin', zh: '由 Ada Admin 批准' }],
    )
  })
}

test('§A44 §A85 an undecided call expires, calls of a leaving user are withdrawn, and both are marked within a minute', async () => {
  await using own = await openApprovalLab()
  const { host } = own
  const ownToken = await own.token('member', { expiresInDays: 90 })
  const { id } = await own.asked(ownToken, note('late'))
  host.clock.advance({ days: 7, seconds: 1 })
  await host.as('admin').signIn()
  assert.equal((await own.decide('admin', `${id}/approve`)).status, 409)
  await host.settleJobs()
  assert.equal((await host.as('admin').call(readApproval, { id })).state, 'expired')
  assert.equal(outcomeOf(own, id), 'Expired: no decision in time')
  const [entry] = await own.audit('approval.expired')
  assert.deepEqual([entry?.actor.kind, entry?.target], ['host', `approval:${id}`])
  const kept = await own.asked(ownToken, note('leaves'))
  await host
    .service(Workspaces)
    .removeMember({ orgId: host.workspaces.here, actorId: host.userIds.owner, userId: host.userIds.member })
  await host.settleJobs()
  const withdrawn = await host.as('admin').call(readApproval, { id: kept.id })
  assert.deepEqual([withdrawn.state, withdrawn.askedBy.name], ['withdrawn', null])
  assert.equal(outcomeOf(own, kept.id), 'Withdrawn: the requester left')
  host.clock.advance({ days: 91 })
  await host.as('admin').signIn()
  await host.settleJobs()
  assert.deepEqual((await host.as('admin').call(listApprovals)).items, [])
})
