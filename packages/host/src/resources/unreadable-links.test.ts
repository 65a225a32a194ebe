import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labHost } from '../../testing/lab-host.ts'
import { ask, databases, namesOf, pathsOf } from '../../testing/resources/sales-calls.ts'
import { salesPlugin } from '../../testing/resources/sales-plugin.ts'

for (const [database, environment] of Object.entries(databases)) {
  test(`a link to a record that the caller may not read is refused like an unknown id (${database})`, async (context) => {
    const { person } = await labHost(context, [salesPlugin], { environment: await environment() })
    const [owner, member, other] = [await person('owner'), await person('member'), await person('owner', 'Elsewhere')]
    const [acme, second] = [
      await ask(owner, 'POST /companies', { name: 'Acme' }),
      await ask(owner, 'POST /companies', { name: 'Second' }),
    ]
    const theirs = await ask(other, 'POST /companies', { name: 'Theirs' })
    const unknown = ['company_none', theirs['id'], second['id']]
    const free = await ask(member, 'POST /deals', { name: 'Free' })
    const taken = await ask(owner, 'POST /deals', { name: 'Taken', company: acme['id'] })
    const attacks = [
      ['POST /deals', { name: 'Boat' }],
      [`PATCH /deals/${String(free['id'])}`, {}],
      [`PATCH /deals/${String(taken['id'])}`, { name: 'Ship' }],
    ] as const
    for (const [call, body] of attacks) {
      const answers = []
      for (const company of unknown) answers.push(await ask(member, call, { ...body, company }))
      for (const answer of answers) {
        assert.deepEqual([answer.status, pathsOf(answer)], [400, ['company']], call)
        assert.deepEqual(answer['errors'], answers[0]?.['errors'], call)
      }
    }
    // The resource that a member may write and not read has a reference to itself.
    const parent = await ask(member, 'POST /companies', { name: 'Child', parent: acme['id'] })
    assert.deepEqual([parent.status, pathsOf(parent)], [400, ['parent']])
    const names = namesOf(await ask(owner, 'GET /deals?sort=name'))
    assert.deepEqual(names, ['Free', 'Taken'])
    const moved = await ask(owner, `PATCH /deals/${String(taken['id'])}`, { company: second['id'] })
    assert.deepEqual([moved.status, moved['company']], [200, { id: second['id'], name: 'Second' }])
    const emptied = await ask(member, `PATCH /deals/${String(taken['id'])}`, { company: null })
    assert.deepEqual([emptied.status, emptied['company']], [200, null])
  })
}
