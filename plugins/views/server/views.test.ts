import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost } from '@host/testing'
import { changeView, createView, deleteView, listViews, mostViews, mostViewsInAll } from '../shared.ts'
import { plugin } from './index.ts'

const open = () => createTestHost({ plugins: [plugin] })
const admins = { page: '/members', name: 'Admins', query: 'role=admin&sort=-joined' }

test('a view is kept for its page, seen by anyone who saved it, and changed and deleted by them', async () => {
  await using host = await open()
  const member = host.as('member')
  const made = await member.call(createView, { ...admins, name: '  Admins ' })
  assert.deepEqual({ ...made, id: '' }, { ...admins, id: '', isShared: false, isOwn: true })
  assert.deepEqual((await member.call(listViews, { page: '/members' })).items, [made])
  assert.deepEqual((await member.call(listViews, { page: '/audit' })).items, [])
  const changed = await member.call(changeView, { id: made.id, name: 'People in charge' })
  assert.deepEqual(changed, { ...made, name: 'People in charge' })
  await member.call(deleteView, { id: made.id })
  assert.deepEqual((await member.call(listViews, { page: '/members' })).items, [])
})

test('a personal view of another user is not there, and a shared one is read by all and changed by its author', async () => {
  await using host = await open()
  const { id } = await host.as('admin').call(createView, admins)
  for (const person of ['member', 'owner', 'otherOwner'] as const) {
    assert.deepEqual((await host.as(person).call(listViews, { page: '/members' })).items, [], person)
    await assert.rejects(host.as(person).call(changeView, { id, name: 'Mine' }), { code: 'not_found' })
    await assert.rejects(host.as(person).call(deleteView, { id }), { code: 'not_found' })
  }
  await host.as('admin').call(changeView, { id, isShared: true })
  const [seen] = (await host.as('member').call(listViews, { page: '/members' })).items
  assert.deepEqual([seen?.name, seen?.isShared, seen?.isOwn], ['Admins', true, false])
  assert.deepEqual((await host.as('otherOwner').call(listViews, { page: '/members' })).items, [])
  await assert.rejects(host.as('otherOwner').call(deleteView, { id }), { code: 'not_found' })
  await assert.rejects(host.as('owner').call(changeView, { id, name: 'Mine' }), { code: 'forbidden' })
  await assert.rejects(host.as('member').call(deleteView, { id }), { code: 'forbidden' })
  await host.as('owner').call(deleteView, { id })
})

test('sharing takes the role admin, at once and later', async () => {
  await using host = await open()
  const member = host.as('member')
  await assert.rejects(member.call(createView, { ...admins, isShared: true }), { code: 'forbidden' })
  const { id } = await member.call(createView, admins)
  await assert.rejects(member.call(changeView, { id, isShared: true }), { code: 'forbidden' })
  assert.equal((await host.as('owner').call(createView, { ...admins, isShared: true })).isShared, true)
})

test('the parts of a view have limits', async () => {
  await using host = await open()
  const post = async (part: object) => (await host.as('member').post('/api/views', { ...admins, ...part })).status
  for (const name of ['', '   ', 'n'.repeat(81)]) assert.equal(await post({ name }), 400, name)
  for (const page of [
    '',
    'members',
    '//evil.test',
    '/a?b',
    '/a#b',
    '/a b',
    'https://evil.test',
    `/${'a'.repeat(200)}`,
  ]) {
    assert.equal(await post({ page }), 400, page)
  }
  for (const query of ['q'.repeat(2001), '?q=a', 'q=a b', 'q=a#b', 'q=\u0000']) assert.equal(await post({ query }), 400)
  assert.equal(await post({ user_id: 'usr_1' }), 400)
  assert.equal(await post({ name: 'n'.repeat(80), query: 'q'.repeat(2000), page: '/' }), 201)
  assert.equal((await host.as('member').get('/api/views')).status, 400)
  assert.equal((await host.as('anonymous').get('/api/views?page=/members')).status, 401)
})

test(`a user has at most ${mostViews} views of a page, and they come page by page`, async () => {
  await using host = await open()
  const member = host.as('member')
  for (let view = 0; view < mostViews; view += 1) await member.call(createView, { ...admins, name: `View ${view}` })
  await assert.rejects(member.call(createView, admins), { code: 'conflict' })
  await member.call(createView, { ...admins, page: '/audit' })
  await host.as('owner').call(createView, admins)
  const first = await member.call(listViews, { page: '/members', limit: 60 })
  const rest = await member.call(listViews, { page: '/members', limit: 60, cursor: first.nextCursor ?? '' })
  assert.deepEqual([first.items.length, rest.items.length, rest.nextCursor], [60, mostViews - 60, null])
})

test(`a user has at most ${mostViewsInAll} views in all, on any number of pages`, async () => {
  await using host = await createTestHost({ plugins: [plugin], environment: { HOST_RATE_API: '0' } })
  const member = host.as('member')
  const pages = mostViewsInAll / mostViews
  for (let view = 0; view < mostViewsInAll; view += 1) {
    await member.call(createView, { ...admins, page: `/page-${view % pages}` })
  }
  await assert.rejects(member.call(createView, { ...admins, page: '/one-more' }), { code: 'conflict' })
  await host.as('owner').call(createView, admins)
})
