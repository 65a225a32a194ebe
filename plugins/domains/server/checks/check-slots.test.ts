import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CheckSlots } from './check-slots.ts'

const never = (): Promise<never> => new Promise(() => undefined)

test('workspaces with slow servers leave slots to the others', async () => {
  const slots = new CheckSlots({ most: 20, mostEach: 4 })
  for (const workspace of ['a', 'b', 'c']) for (let call = 0; call < 6; call += 1) void slots.run(workspace, never)
  for (const workspace of ['d', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']) {
    assert.equal(await slots.run(workspace, () => Promise.resolve(workspace)), workspace)
    void slots.run(workspace, never)
    assert.equal(await slots.run(workspace, () => Promise.resolve(workspace)), undefined)
  }
})

test('a workspace has its own limit, and a slot is free again after an error', async () => {
  const slots = new CheckSlots({ most: 20, mostEach: 2 })
  await assert.rejects(slots.run('a', () => Promise.reject(new Error('slow'))))
  void slots.run('a', never)
  assert.equal(await slots.run('a', () => Promise.resolve(1)), 1)
  void slots.run('a', never)
  assert.equal(await slots.run('a', () => Promise.resolve(1)), undefined)
})
