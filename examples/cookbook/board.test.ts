import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost, TestCallError } from '@host/testing'
import { addDeal, listDeals, moveDeal } from './board-shared.ts'
import { plugin } from './board.ts'

test('cards stay where they were moved, and no other workspace moves them', async () => {
  await using host = await createTestHost({ plugins: [plugin] })
  const member = host.as('member')
  const add = async (title: string) => (await member.call(addDeal, { title })).id
  const [a, b, c] = [await add('A'), await add('B'), await add('C')]
  const titles = async (stage: string) =>
    (await member.call(listDeals)).items.filter((deal) => deal.stage === stage).map(({ title }) => title)
  assert.deepEqual(await titles('lead'), ['A', 'B', 'C'])

  await member.call(moveDeal, { id: c, stage: 'lead', before: a })
  assert.deepEqual(await titles('lead'), ['C', 'A', 'B'])
  await member.call(moveDeal, { id: a, stage: 'won', before: null })
  await member.call(moveDeal, { id: b, stage: 'won', before: a })
  assert.deepEqual([await titles('lead'), await titles('won')], [['C'], ['B', 'A']])

  await assert.rejects(
    () => host.as('otherOwner').call(moveDeal, { id: a, stage: 'lead', before: null }),
    (error) => error instanceof TestCallError && error.status === 404,
  )
})
