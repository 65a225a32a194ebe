import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { readWorkspacePlan } from '../../shared.ts'
import { addPlan, openPlansLab } from '../testing/plans-lab.ts'
import { refused } from '../testing/refused.ts'
import { PlanAssignments } from './plan-assignments.ts'

suite('plans of payment plugins', () => {
  test('the newest reported change counts, in whatever order and however often changes come', async (context) => {
    const host = await openPlansLab(context)
    for (const name of ['free', 'team', 'pro']) await addPlan(host, name, { isDefault: name === 'free' })
    const assigner = host.service(PlanAssignments)
    const orgId = host.workspaces.here
    const planNow = async () => (await host.as('instanceAdmin').call(readWorkspacePlan, { orgId })).plan?.name
    let round = 0
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.record({ id: fc.nat(9), time: fc.nat(3), plan: fc.constantFrom('team', 'pro', null) }), {
          minLength: 1,
          maxLength: 6,
          selector: ({ id }) => id,
        }),
        fc.infiniteStream(fc.nat(999)),
        async (changes, order) => {
          round += 1
          const source = `source-${round}`
          const report = ({ id, time, plan }: (typeof changes)[number]) =>
            assigner.assign(orgId, { plan, source, externalId: `evt-${id}`, at: new Date(time * 1_000) })
          const sent = [...changes, ...changes].map((change) => ({ change, rank: order.next().value as number }))
          await Promise.all(sent.toSorted((a, b) => a.rank - b.rank).map(({ change }) => report(change)))
          const newest = changes.toSorted((a, b) => b.time - a.time || b.id - a.id)[0]
          assert.equal(await planNow(), newest?.plan ?? 'free')
          for (const change of changes) assert.equal(await report(change), 'ignored')
        },
      ),
      { numRuns: 20 },
    )
  })

  test('an unknown plan or workspace changes nothing, so that the same change can come again', async (context) => {
    const host = await openPlansLab(context)
    const assigner = host.service(PlanAssignments)
    const orgId = host.workspaces.here
    const change = { plan: 'team', source: 'stripe', externalId: 'evt-1', at: new Date(1_000) }
    await assert.rejects(assigner.assign(orgId, change), { code: 'not_found' })
    await addPlan(host, 'team')
    assert.equal(await assigner.assign(orgId, change), 'assigned')
    await assert.rejects(assigner.assign('org_none', change), { code: 'not_found' })
    await assert.rejects(assigner.assign(orgId, { ...change, source: 'No source' }), TypeError)
    await assert.rejects(host.as('member').call(readWorkspacePlan, { orgId }), refused('forbidden'))
  })
})
