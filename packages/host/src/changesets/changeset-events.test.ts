import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openChangesetLab, toyPlan } from '../../testing/changesets/changeset-lab.ts'

test('each step of the life of a changeset is published with it', async (t) => {
  const { toy, orgId, plan, apply, admin, ended } = await openChangesetLab(t)
  const first = await apply(await plan({ one: 1 }, { title: 'First' }))
  const back = await toy.service().revert(orgId, first.id, { title: 'Back', userId: admin.userId })
  await apply(back!)
  const waiting = await plan({ two: 2 }, { title: 'Dismissed' })
  await toy.service().dismiss(orgId, waiting.id, admin.userId)
  const own = await toy.service().applyNow(orgId, toyPlan({ three: 3 }, { title: 'Own' }))
  await ended(own!.id)
  const { items } = await toy.events().read(orgId, { limit: 50 })
  const told = items.flatMap(({ name, data }) => {
    const { title, by, waits } = data as { title: string; by: string | null; waits?: boolean }
    return name.startsWith('changeset.')
      ? [`${name} ${title} ${by === null}${waits === undefined ? '' : ` ${waits}`}`]
      : []
  })
  assert.deepEqual(told, [
    'changeset.planned First false true',
    'changeset.approved First false',
    'changeset.applied First false',
    'changeset.planned Back false true',
    'changeset.approved Back false',
    'changeset.reverted First false',
    'changeset.applied Back false',
    'changeset.planned Dismissed false true',
    'changeset.dismissed Dismissed false',
    'changeset.planned Own true false',
    'changeset.approved Own true',
    'changeset.applied Own true',
  ])
})
