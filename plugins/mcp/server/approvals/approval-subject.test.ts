import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { approve, readApproval, readSubject, type ApprovalSubject } from '../../shared/approvals.ts'
import { openApprovalLab, type ApprovalLab, type LabToken } from '../testing/approval-lab.ts'
import { addAsAdmin, addNote, clearNotes, deleteNote } from '../testing/asking-plugins.ts'

suite('an approval names the records of its call', () => {
  let lab: ApprovalLab
  let token: LabToken
  before(async () => {
    lab = await openApprovalLab()
    token = await lab.token('member')
  })
  after(() => lab[Symbol.asyncDispose]())

  async function note(title: string, by: 'owner' | 'otherOwner' = 'owner'): Promise<string> {
    return (await lab.host.as(by).call(addNote, { title })).id
  }
  const asked = async (pattern: string, input: object) => (await lab.asked(token, { pattern, input })).id
  const subject = (id: string): Promise<ApprovalSubject> => lab.host.as('admin').call(readSubject, { id })
  const nobody = 'nte_00000000000000000000000000'

  test('§A106 its records have names, the one that its path leads to first, and a call that destroys asks for that name', async () => {
    const [milk, bread] = [await note('Milk'), await note('Bread')]
    const { member } = lab.host.userIds
    const id = await asked(deleteNote.pattern, { folder: bread, id: milk })
    assert.deepEqual(await subject(id), {
      isDestructive: true,
      records: [
        { id: milk, name: 'Milk', detail: null },
        { id: bread, name: 'Bread', detail: null },
      ],
      confirmation: 'Milk',
    })
    const { subject: shown, input } = await lab.host.as('admin').call(readApproval, { id })
    assert.deepEqual([shown, input], [await subject(id), { folder: bread, id: milk }])
    const ofMember = await subject(await asked(addNote.pattern, { title: member }))
    const { name, detail } = ofMember.records[0] ?? {}
    assert.ok(name)
    assert.match(detail ?? '', /@/)
    assert.deepEqual([ofMember.isDestructive, ofMember.confirmation], [false, null])
  })

  test('records are found at any depth, and a body that destroys asks for the first name', async () => {
    const [one, two] = [await note('One'), await note('Two')]
    const { records, confirmation } = await subject(
      await asked(clearNotes.pattern, { by: { ids: [nobody, one, two] } }),
    )
    assert.deepEqual(
      records.map(({ name }) => name),
      [null, 'One', 'Two'],
    )
    assert.equal(confirmation, 'One')
  })

  test('§A106 an id of another workspace, or of a record that is gone, gives no name', async () => {
    const foreign = await note('Theirs', 'otherOwner')
    const { otherOwner: anonymous } = lab.host.userIds
    for (const [given, folder] of [
      [foreign, anonymous],
      [nobody, foreign],
    ] as const) {
      const id = await asked(deleteNote.pattern, { id: given, folder })
      const { records, confirmation } = await subject(id)
      assert.deepEqual(
        records.map((record) => [record.id, record.name, record.detail]),
        [
          [given, null, null],
          [folder, null, null],
        ],
      )
      assert.equal(confirmation, null)
    }
    const gone = await note('Soon gone')
    const id = await asked(deleteNote.pattern, { id: gone })
    assert.equal((await subject(id)).records[0]?.name, 'Soon gone')
    const other = await asked(deleteNote.pattern, { id: gone, folder: 'x' })
    await lab.host.as('admin').call(approve, { id: other })
    await lab.host.settleJobs()
    assert.deepEqual((await subject(id)).records, [{ id: gone, name: null, detail: null }])
  })

  test('§A106 a masked argument names nothing, and 40 IDs of an agent do not hide the record of the path', async () => {
    const [milk, secret] = [await note('Milk'), await note('Secret')]
    const id = await asked(deleteNote.pattern, { apiToken: secret, id: milk })
    const shown = await lab.host.as('admin').call(readApproval, { id })
    assert.doesNotMatch(JSON.stringify(shown), new RegExp(`${secret}|Secret`))
    assert.deepEqual(
      shown.subject?.records.map(({ name }) => name),
      ['Milk'],
    )
    const decoys = Array.from({ length: 40 }, (_, place) => nobody.slice(0, -2) + String(place).padStart(2, '0'))
    const many = await subject(await asked(clearNotes.pattern, { by: { ids: [...decoys, milk] } }))
    assert.equal(many.records.length, 20)
  })

  test('§A106 names are for admins with a session: no agent, no token and no member reads them', async () => {
    const id = await asked(deleteNote.pattern, { id: await note('Milk') })
    const ofAgent = await lab.send(token, `GET /api/mcp/approvals/${id}`)
    assert.deepEqual([ofAgent.status, ofAgent.body['subject']], [200, null])
    assert.equal((await lab.host.as('member').call(readApproval, { id })).subject, null)
    const path = `GET /api/mcp/approvals/${id}/subject`
    assert.equal((await lab.send(token, path)).status, 403)
    assert.equal((await lab.send(await lab.token('owner'), path)).status, 403)
    for (const [person, status] of [
      ['member', 403],
      ['otherOwner', 404],
      ['admin', 200],
    ] as const) {
      const answer = await lab.host.as(person).get(path.slice(4))
      assert.equal(answer.status, status, person)
    }
  })

  test('a call that has ended has no subject', async () => {
    const id = await asked(deleteNote.pattern, { id: await note('Milk') })
    await lab.host.as('admin').call(approve, { id })
    await lab.host.settleJobs()
    assert.equal((await lab.host.as('admin').call(readApproval, { id })).subject, null)
    assert.deepEqual((await subject(id)).records, [])
  })

  test('the notification leads to the page for a call that destroys, and lets others be approved at once', async () => {
    for (const [pattern, input, opensPage] of [
      [deleteNote.pattern, { id: await note('Milk') }, true],
      [addAsAdmin.pattern, { title: 'Milk' }, false],
    ] as const) {
      const fresh = await lab.token('owner')
      lab.told.length = 0
      const { id } = await lab.asked(fresh, { pattern, input })
      const notification = lab.told.find((each) => 'actions' in each)
      assert.ok(notification !== undefined && 'actions' in notification)
      assert.equal(notification.subject, `/api/mcp/approvals/${id}/subject`)
      assert.deepEqual(
        notification.actions?.map((action) => action.opensPage === true),
        [opensPage, false],
      )
      assert.equal((await lab.decide('owner', `${id}/refuse`)).status, 200)
    }
  })

  test('nothing of the arguments goes out with the notification', async () => {
    const fresh = await lab.token('owner')
    lab.told.length = 0
    await lab.asked(fresh, { pattern: deleteNote.pattern, input: { id: await note('Very private') } })
    assert.doesNotMatch(JSON.stringify(lab.told), /Very private|nte_/)
  })
})
