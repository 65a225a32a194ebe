import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost } from '@host/testing'
import { addTask, listTasks, plugin } from './list-with-filters.ts'

test('tasks are filtered, searched, ordered and read page by page, in their own workspace alone', async () => {
  await using host = await createTestHost({ plugins: [plugin] })
  const member = host.as('member')
  const dueIn = (days: number) => new Date(host.clock.now() + days * 86_400_000).toISOString()
  await member.call(addTask, { title: 'Buy tea', dueAt: dueIn(-1) })
  await member.call(addTask, { title: 'Send invoice', dueAt: dueIn(3) })
  await member.call(addTask, { title: 'Order teapots', status: 'done', dueAt: dueIn(-2) })
  await member.call(addTask, { title: 'Call Ada' })
  const titles = async (input: Parameters<typeof member.call<typeof listTasks>>[1]) =>
    (await member.call(listTasks, input)).items.map(({ title }) => title)

  assert.deepEqual(await titles({ isOverdue: true }), ['Buy tea'])
  assert.deepEqual(await titles({ isOverdue: false, sort: 'title' }), ['Call Ada', 'Order teapots', 'Send invoice'])
  assert.deepEqual(await titles({ q: 'TEA', status: 'done' }), ['Order teapots'])
  const first = await member.call(listTasks, { sort: '-title', limit: 3, total: true })
  assert.equal(first.total, 4)
  assert.deepEqual(await titles({ sort: '-title', limit: 3, cursor: first.nextCursor ?? '' }), ['Buy tea'])
  assert.deepEqual((await host.as('otherOwner').call(listTasks)).items, [])
})
