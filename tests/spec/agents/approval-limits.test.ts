import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Notification } from '@host/plugin'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { hostTables } from '@host/host/testing/database/host-tables'
import { approvalLimits } from '../../../plugins/mcp/shared/approvals.ts'
import { openApprovalLab, type ApprovalLab, type LabToken } from '../../../plugins/mcp/server/testing/approval-lab.ts'
import { addNote } from '../../../plugins/mcp/server/testing/asking-plugins.ts'

const note = (title: string) => ({ pattern: addNote.pattern, input: { title } })
const tooMany = [429, 'too_many_requests']

for (const product of testDatabases) {
  suite(`limits of pending calls, on ${product.name}`, () => {
    test('§A103 a user has at most 20 pending calls in a workspace, with any tokens, also of concurrent calls', async () => {
      await using database = await product.create(hostTables)
      await using lab = await openApprovalLab(undefined, { HOST_DATABASE_URL: database.url })
      const tokens = [await lab.token('member'), await lab.token('member')] as const
      const asked = Array.from({ length: approvalLimits.waiting + 5 }, (_, nth) =>
        lab.ask(tokens[nth % 2] ?? tokens[0], note(`Note ${nth}`)),
      )
      const answers = await Promise.all(asked)
      assert.equal(answers.filter(({ status }) => status === 202).length, approvalLimits.waiting)
      const over = await lab.ask(tokens[0], note('one more'))
      assert.deepEqual([over.status, over.body['code']], tooMany)
      assert.equal((await lab.ask(await lab.token('admin'), note('of another'))).status, 202)
      assert.equal(notificationsOf(lab).filter(({ actions }) => actions !== undefined).length, 2, 'one of each person')
      const [first] = await waiting(lab, tokens[0])
      await lab.send(tokens[0], `POST /api/mcp/approvals/${first}/withdraw`)
      await lab.asked(tokens[0], note('one more'))
    })

    test('§A103 a call that waits already is the same approval: one row, one notification, one entry', async () => {
      await using database = await product.create(hostTables)
      await using lab = await openApprovalLab(undefined, { HOST_DATABASE_URL: database.url })
      const token = await lab.token('member')
      const receipts = await Promise.all(Array.from({ length: 8 }, () => lab.asked(token, note('same'))))
      assert.equal(new Set(receipts.map(({ id }) => id)).size, 1)
      assert.equal(notificationsOf(lab).length, 1)
      assert.equal((await lab.audit('approval.requested')).length, 1)
      assert.notEqual((await lab.asked(token, note('other'))).id, receipts[0]?.id)
      await lab.send(token, `POST /api/mcp/approvals/${receipts[0]?.id}/withdraw`)
      assert.notEqual((await lab.asked(token, note('same'))).id, receipts[0]?.id, 'what has ended waits no more')
    })

    test('§A104 arguments are erased when a call ends, however it ends', async () => {
      await using database = await product.create(hostTables)
      await using lab = await openApprovalLab(undefined, { HOST_DATABASE_URL: database.url })
      const token = await lab.token('member')
      const ask = async (title: string) => (await lab.asked(token, note(title))).id
      const [refused, withdrawn, done, expired] = [await ask('a'), await ask('b'), await ask('c'), await ask('d')]
      assert.deepEqual(await inputOf(lab, done), { title: 'c' })
      await lab.decide('admin', `${refused}/refuse`)
      await lab.send(token, `POST /api/mcp/approvals/${withdrawn}/withdraw`)
      await lab.decide('admin', `${done}/approve`)
      await lab.host.settleJobs()
      // In two steps, so that the session of the admin lives on.
      lab.host.clock.advance({ days: 4 })
      assert.deepEqual(await inputOf(lab, expired), { title: 'd' })
      lab.host.clock.advance({ days: 4 })
      assert.equal(await inputOf(lab, expired), null, 'also before the sweep')
      await lab.host.settleJobs()
      for (const id of [refused, withdrawn, done, expired]) assert.equal(await inputOf(lab, id), null)
      const opened = await database.open({ isExclusive: false })
      const sql = 'select count(*) as kept from mcp_approvals where erased_at is null'
      const { rows } = await opened.run({ sql, parameters: [], writes: false })
      assert.equal(Number((rows[0] as { kept: unknown }).kept), 0)
    })

    test('§A104 data of an older host is erased by the sweep, and its key still tells one call from another', async () => {
      await using database = await product.create(hostTables)
      await using lab = await openApprovalLab(undefined, { HOST_DATABASE_URL: database.url })
      const token = await lab.token('member')
      const keyed = { ...note('kept'), key: 'mine' }
      const { id } = await lab.asked(token, keyed)
      const opened = await database.open({ isExclusive: false })
      const sql = `update mcp_approvals set state = 'refused', slot = null where id = '${id}'`
      await opened.run({ sql, parameters: [], writes: true })
      lab.host.clock.advance({ hours: 1 })
      await lab.host.settleJobs()
      assert.equal((await lab.asked(token, keyed)).id, id)
      const other = await lab.ask(token, { ...note('other'), key: 'mine' })
      assert.deepEqual([other.status, other.body['code']], [422, 'unprocessable'])
      const { rows } = await opened.run({ sql: 'select erased_at from mcp_approvals', parameters: [], writes: false })
      assert.notEqual((rows[0] as { erased_at: unknown }).erased_at, null)
    })
  })
}

test('§A103 a person asks for at most 200 calls a day in a workspace, and for more the day after', async () => {
  await using lab = await openApprovalLab(undefined, { HOST_RATE_API: '0' })
  const token = await lab.token('member')
  for (let nth = 0; nth < approvalLimits.asked; nth += 1) {
    const { id } = await lab.asked(token, note(`Note ${nth}`))
    await lab.send(token, `POST /api/mcp/approvals/${id}/withdraw`)
  }
  const over = await lab.ask(token, note('one more'))
  assert.deepEqual([over.status, over.body['code']], tooMany)
  assert.equal(notificationsOf(lab).filter(({ actions }) => actions !== undefined).length, 10, 'the rest share one')
  lab.host.clock.advance({ days: 1 })
  await lab.asked(token, note('one more'))
})

function notificationsOf({ told }: ApprovalLab): readonly Notification[] {
  return told.filter((each) => 'title' in each)
}

async function waiting(lab: ApprovalLab, token: LabToken): Promise<readonly string[]> {
  const { body } = await lab.send(token, 'GET /api/mcp/approvals?state=waiting&limit=200')
  return (body['items'] as { id: string }[]).map(({ id }) => id)
}

async function inputOf(lab: ApprovalLab, id: string): Promise<unknown> {
  const response = await lab.host.as('admin').get(`/api/mcp/approvals/${id}`)
  return ((await response.json()) as { input: unknown }).input
}
