import assert from 'node:assert/strict'
import { test } from 'node:test'
import { interleave } from './interleave.ts'

test('contenders are measured in turns, every other round backwards, and each keeps the order of its rounds', async () => {
  const order: string[] = []
  const contender = (name: string): { name: string; measure: () => Promise<number> } => ({
    name,
    measure: async () => order.push(name),
  })
  const samples = await interleave([contender('a'), contender('b')], 3)
  assert.deepEqual(order, ['a', 'b', 'b', 'a', 'a', 'b'])
  assert.deepEqual(Object.fromEntries(samples), { a: [1, 4, 5], b: [2, 3, 6] })
})
