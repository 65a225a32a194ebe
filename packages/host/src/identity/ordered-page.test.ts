import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExpressionBuilder } from 'kysely'
import { Problem, type ListRequest, type Page } from '@host/plugin'
import type { MembersRequest } from '@host/plugin/platform'
import { everyDatabase } from '../../testing/database/test-databases.ts'
import { orderedPage } from './ordered-page.ts'
import { openIdentityLab } from '../../testing/identity/identity-lab.ts'

const password = 'tea-houses by the sea'
/** In the order in which they join; two have one name, apart from its case. */
const people = ['Bo', 'ann', 'Cem', '100%_off', 'Ann', '王芳']

async function everything<Item>(list: (cursor: string | undefined) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page = await list(cursor)
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return items
}

for (const database of everyDatabase) {
  test(`lists are searched and ordered page by page, with every entry once (${database.name})`, async () => {
    await using lab = await openIdentityLab(database)
    const ids: string[] = []
    for (const [index, name] of people.entries()) {
      ids.push((await lab.accounts.create({ name, email: `p${index}@example.test`, password })).id)
    }
    const [ownerId = '', ...others] = ids
    const { id: orgId } = await lab.workspaces.create({ name: 'Studio', ownerId })
    for (const [index] of others.entries()) {
      const member = { email: `p${index + 1}@example.test`, role: index === 0 ? 'admin' : 'member' } as const
      await lab.workspaces.addMember({ orgId, actorId: ownerId }, member)
    }
    const members = async (request: MembersRequest): Promise<readonly string[]> =>
      (await everything((cursor) => lab.workspaces.members(orgId, { limit: 2, ...request, cursor }))).map(
        ({ name }) => name,
      )

    assert.deepEqual(await members({}), people)
    assert.deepEqual(await members({ sort: '-joined' }), people.toReversed())
    assert.deepEqual(await members({ sort: 'name' }), ['100%_off', 'ann', 'Ann', 'Bo', 'Cem', '王芳'])
    assert.deepEqual(await members({ sort: '-name' }), ['王芳', 'Cem', 'Bo', 'Ann', 'ann', '100%_off'])
    assert.deepEqual(await members({ sort: 'email', limit: 1 }), people)
    assert.deepEqual(await members({ q: 'AN', sort: 'name' }), ['ann', 'Ann'])
    assert.deepEqual(await members({ q: '%_' }), ['100%_off'])
    assert.deepEqual(await members({ q: '王' }), ['王芳'])
    assert.deepEqual(await members({ q: 'P3@' }), ['100%_off'])
    assert.deepEqual(await members({ role: 'admin', q: 'a' }), ['ann'])
    assert.deepEqual(await members({ q: 'nobody' }), [])
    assert.equal(await lab.workspaces.countMembers(orgId, {}), people.length)
    assert.equal(await lab.workspaces.countMembers(orgId, { q: 'ann', role: 'member' }), 1)

    const users = await everything((cursor) => lab.people.list({ limit: 4, sort: 'name', cursor }))
    assert.deepEqual(users.map(({ name }) => name).slice(0, 4), ['100%_off', 'ann', 'Ann', 'Bo'])
    assert.deepEqual(
      (await lab.people.list({ q: 'cem' })).items.map(({ name }) => name),
      ['Cem'],
    )
    assert.deepEqual(
      (await lab.workspaces.listAll({ q: 'STUD', sort: 'name' })).items.map(({ name }) => name),
      ['Studio'],
    )

    const { nextCursor } = await lab.workspaces.members(orgId, { limit: 1, sort: 'name' })
    const isRefused = (error: unknown): boolean => error instanceof Problem && error.code === 'bad_request'
    await assert.rejects(lab.workspaces.members(orgId, { cursor: nextCursor ?? '' }), isRefused)
    for (const place of ['\0', 'a\0b']) {
      const cursor = `x~${Buffer.from(place).toString('base64url')}`
      await assert.rejects(lab.workspaces.members(orgId, { cursor, sort: 'name' }), isRefused)
    }
    await assert.rejects(lab.workspaces.members(orgId, { sort: 'password_hash' }), isRefused)
    await assert.rejects(lab.workspaces.members(orgId, { sort: 'constructor' }), isRefused)
  })
}

for (const database of everyDatabase) {
  test(`§P77 lists read by windows show every entry once, and continue after an empty page (${database.name})`, async () => {
    await using lab = await openIdentityLab(database)
    for (const [index, name] of people.entries()) {
      await lab.accounts.create({ name, email: `p${index}@example.test`, password })
    }
    const list = async (request: ListRequest, filter?: string) => {
      const orders = {
        id: 'u.id',
        texts: { created: undefined, name: 'u.name' },
        usual: 'created',
        searched: ['u.name'],
        windows: { rows: 2, most: 2 },
        filter: (build: ExpressionBuilder<{ u: { email: string } }, 'u'>) => build('u.email', '!=', filter ?? ''),
      } as const
      const query = lab.db.selectFrom('users as u').select('u.name')
      const page = await orderedPage(query, orders as never, request)
      return { names: page.items.map(({ name }) => name), nextCursor: page.nextCursor ?? undefined }
    }
    const names = async (request: ListRequest, filter?: string): Promise<readonly string[]> => {
      const found: string[] = []
      let cursor: string | undefined
      do {
        const page = await list({ ...request, cursor }, filter)
        found.push(...page.names)
        cursor = page.nextCursor
      } while (cursor !== undefined)
      return found
    }
    for (const limit of [1, 2, 3, 10]) {
      assert.deepEqual(await names({ limit }), people)
      assert.deepEqual(await names({ limit, sort: '-created' }), people.toReversed())
      assert.deepEqual(await names({ limit, sort: 'name' }), ['100%_off', 'ann', 'Ann', 'Bo', 'Cem', '王芳'])
      assert.deepEqual(await names({ limit, sort: '-name' }), ['王芳', 'Cem', 'Bo', 'Ann', 'ann', '100%_off'])
      assert.deepEqual(await names({ limit, q: 'AN' }, 'p1@example.test'), ['Ann'])
    }
    const first = await list({ q: '王' })
    assert.deepEqual(first.names, [])
    assert.deepEqual(await list({ q: '王', cursor: first.nextCursor }), { names: ['王芳'], nextCursor: undefined })
  })
}

test('a page begins behind an entry that is gone by then', async () => {
  const [sqlite] = everyDatabase
  assert.ok(sqlite)
  await using lab = await openIdentityLab(sqlite)
  const ids: string[] = []
  for (const name of ['Ann', 'Bo', 'Cem']) {
    ids.push((await lab.accounts.create({ name, email: `${name}@example.test`, password })).id)
  }
  const [ownerId = '', bo = ''] = ids
  const { id: orgId } = await lab.workspaces.create({ name: 'Studio', ownerId })
  for (const email of ['bo@example.test', 'cem@example.test']) {
    await lab.workspaces.addMember({ orgId, actorId: ownerId }, { email, role: 'member' })
  }
  const { nextCursor } = await lab.workspaces.members(orgId, { limit: 2, sort: 'name' })
  await lab.workspaces.removeMember({ orgId, actorId: ownerId, userId: bo })
  const rest = await lab.workspaces.members(orgId, { sort: 'name', cursor: nextCursor ?? '' })
  assert.deepEqual(
    rest.items.map(({ name }) => name),
    ['Cem'],
  )
})
