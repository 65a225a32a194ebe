import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem, type Role } from '@host/plugin'
import { everyDatabase } from '../../../testing/database/test-databases.ts'
import { openIdentityLab, tokenIn, type IdentityLab } from '../../../testing/identity/identity-lab.ts'
import { slugsFor } from './slug.ts'

const problem =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof Problem && error.code === code

/** A workspace whose members are named after their roles; each id is that of the user. */
async function staffed(lab: IdentityLab, roles: readonly (readonly [name: string, role: Role])[]) {
  const people: Record<string, string> = {}
  for (const [name] of [['founder'], ...roles] as const) {
    people[name] = (
      await lab.accounts.create({ name, email: `${name}@example.test`, password: 'tea-houses by the sea' })
    ).id
  }
  const founder = people['founder'] ?? ''
  const { id: orgId } = await lab.workspaces.create({ name: 'Studio', ownerId: founder })
  for (const [name, role] of roles) {
    await lab.workspaces.addMember({ orgId, actorId: founder }, { email: `${name}@example.test`, role })
  }
  return { orgId, id: (name: string) => people[name] ?? '' }
}

const rolesIn = async (lab: IdentityLab, orgId: string): Promise<string[]> =>
  (await lab.workspaces.members(orgId, {})).items.map(({ name, role }) => `${name}:${role}`)

for (const product of everyDatabase) {
  test(`${product.name}: §I28 of two owners who remove, demote or leave at once one stays an owner`, async () => {
    await using lab = await openIdentityLab(product)
    const { id } = await staffed(lab, [['second', 'owner']])
    const [a, b] = [id('founder'), id('second')]
    for (let round = 0; round < 20; round += 1) {
      const { id: orgId } = await lab.workspaces.create({ name: 'Contested', ownerId: a })
      await lab.workspaces.addMember({ orgId, actorId: a }, { email: 'second@example.test', role: 'owner' })
      const acts = [
        () => lab.workspaces.leave({ orgId, actorId: a }),
        () => lab.workspaces.removeMember({ orgId, actorId: a, userId: b }),
        () => lab.workspaces.changeRole({ orgId, actorId: a, userId: a }, 'member'),
      ]
      const rivals = [
        () => lab.workspaces.leave({ orgId, actorId: b }),
        () => lab.workspaces.removeMember({ orgId, actorId: b, userId: a }),
        () => lab.workspaces.changeRole({ orgId, actorId: b, userId: b }, 'admin'),
      ]
      const results = await Promise.allSettled([acts[round % 3]?.(), rivals[(round >> 1) % 3]?.()])
      assert.ok(results.every((result) => result.status === 'fulfilled' || result.reason instanceof Problem))
      const owners = (await rolesIn(lab, orgId)).filter((member) => member.endsWith(':owner'))
      assert.equal(owners.length, 1)
    }
  })

  test(`${product.name}: §I8 a change of role and a removal end the sessions in that workspace, at once`, async () => {
    await using lab = await openIdentityLab(product)
    const { orgId, id } = await staffed(lab, [['mia', 'member']])
    const mia = id('mia')
    const session = async () => tokenIn((await lab.sessions.start(await lab.request(), mia, orgId)).cookie)
    const first = await session()
    await lab.workspaces.changeRole({ orgId, actorId: id('founder'), userId: mia }, 'member')
    assert.equal((await lab.identity.sessions.callerOf(first))?.role, 'member', 'the same role again changes nothing')
    await lab.workspaces.changeRole({ orgId, actorId: id('founder'), userId: mia }, 'admin')
    assert.equal(await lab.identity.sessions.callerOf(first), undefined)
    const second = await session()
    assert.equal((await lab.identity.sessions.callerOf(second))?.role, 'admin')
    await lab.workspaces.removeMember({ orgId, actorId: id('founder'), userId: mia })
    assert.equal(await lab.identity.sessions.callerOf(second), undefined)
    assert.deepEqual(lab.removed, [`${orgId} ${mia}`])
    const third = await session()
    assert.equal(
      (await lab.identity.sessions.callerOf(third))?.role,
      undefined,
      'a session there gives no role any more',
    )
  })

  test(`${product.name}: two workspaces of one name get slugs of their own, a chosen slug is taken once`, async () => {
    await using lab = await openIdentityLab(product)
    const { id } = await staffed(lab, [])
    const create = (slug?: string) => lab.workspaces.create({ name: 'Ünïted Tea & Co.', slug, ownerId: id('founder') })
    const made = await Promise.all([create(), create(), create()])
    assert.equal(new Set(made.map(({ slug }) => slug)).size, 3)
    assert.ok(made.some(({ slug }) => slug === 'united-tea-co'))
    await create('tea')
    await assert.rejects(create('tea'), problem('conflict'))
    await assert.rejects(create('-tea'), problem('invalid_input'))
  })
}

const sqlite = everyDatabase.find(({ dialect }) => dialect === 'sqlite')
assert.ok(sqlite)

const acts: readonly [actor: string, act: string, expected: string][] = [
  ['mia', 'add member', 'forbidden'],
  ['mia', 'tim to admin', 'forbidden'],
  ['mia', 'remove tim', 'forbidden'],
  ['mia', 'remove mia', 'done'],
  ['abe', 'add member', 'done'],
  ['abe', 'add owner', 'forbidden'],
  ['abe', 'mia to admin', 'done'],
  ['abe', 'mia to owner', 'forbidden'],
  ['abe', 'abe to owner', 'forbidden'],
  ['abe', 'founder to member', 'forbidden'],
  ['abe', 'remove founder', 'forbidden'],
  ['abe', 'remove mia', 'done'],
  ['founder', 'founder to admin', 'last_owner'],
  ['founder', 'remove founder', 'last_owner'],
  ['founder', 'abe to owner', 'done'],
  ['founder', 'add owner', 'done'],
  ['founder', 'remove nobody', 'not_found'],
  ['founder', 'remove stranger', 'not_found'],
  ['stranger', 'add member', 'forbidden'],
  ['stranger', 'mia to admin', 'forbidden'],
]

for (const [actor, act, expected] of acts) {
  test(`§I28 ${actor} (${{ mia: 'member', abe: 'admin', founder: 'last owner', anonymous: 'no member' }[actor]}): ${act} is ${expected}`, async () => {
    await using lab = await openIdentityLab(sqlite)
    const { orgId, id } = await staffed(lab, [
      ['abe', 'admin'],
      ['mia', 'member'],
      ['tim', 'member'],
    ])
    const { id: anonymous } = await lab.accounts.create({
      name: 'S',
      email: 'stranger@example.test',
      password: 'tea-houses by the sea',
    })
    const idOf = (name: string): string => (name === 'stranger' ? anonymous : id(name))
    const before = await rolesIn(lab, orgId)
    const [, verb = '', name = ''] = /^(\w+) (\w+)$/.exec(act) ?? []
    const [, target = '', role = ''] = /^(\w+) to (\w+)$/.exec(act) ?? []
    const actorId = idOf(actor)
    const run = (): Promise<unknown> => {
      const added = { email: 'stranger@example.test', role: name as Role }
      if (verb === 'add') return lab.workspaces.addMember({ orgId, actorId }, added)
      if (verb === 'remove') return lab.workspaces.removeMember({ orgId, actorId, userId: idOf(name) })
      return lab.workspaces.changeRole({ orgId, actorId, userId: idOf(target) }, role as Role)
    }
    const outcome = await run().then(
      () => 'done',
      (error: Problem) => error.code,
    )
    assert.equal(outcome, expected)
    assert.equal((await rolesIn(lab, orgId)).join() === before.join(), expected !== 'done')
  })
}

test('adding asks for an account, and a member is not added twice', async () => {
  await using lab = await openIdentityLab(sqlite)
  const { orgId, id } = await staffed(lab, [['mia', 'member']])
  const add = (email: string) => lab.workspaces.addMember({ orgId, actorId: id('founder') }, { email, role: 'member' })
  await assert.rejects(add('nobody@example.test'), problem('not_found'))
  await assert.rejects(add('MIA@example.test'), problem('conflict'))
})

test("§I35 another's workspace is not found, as one that does not exist", async () => {
  await using lab = await openIdentityLab(sqlite)
  const { orgId, id } = await staffed(lab, [['mia', 'member']])
  const { id: anonymous } = await lab.accounts.create({
    name: 'S',
    email: 's@example.test',
    password: 'tea-houses by the sea',
  })
  for (const foreign of [orgId, 'org_unknown']) {
    await assert.rejects(lab.workspaces.read(anonymous, foreign), problem('not_found'))
    await assert.rejects(lab.workspaces.rename({ orgId: foreign, actorId: anonymous }, 'Mine'), problem('not_found'))
    await assert.rejects(lab.workspaces.leave({ orgId: foreign, actorId: anonymous }), problem('not_found'))
  }
  await assert.rejects(lab.workspaces.rename({ orgId, actorId: id('mia') }, 'Mine'), problem('forbidden'))
  assert.equal((await lab.workspaces.rename({ orgId, actorId: id('founder') }, 'Atelier')).name, 'Atelier')
})

test('a workspace keeps the colour that it was given, and nothing that is none', async () => {
  await using lab = await openIdentityLab(sqlite)
  const { orgId, id } = await staffed(lab, [['mia', 'member']])
  const actor = { orgId, actorId: id('founder') }
  assert.equal((await lab.workspaces.read(actor.actorId, orgId)).accent, null)
  assert.equal((await lab.workspaces.change(actor, { accent: '#0A6E52' })).accent, '#0a6e52')
  assert.equal((await lab.workspaces.change(actor, { name: 'Atelier' })).accent, '#0a6e52')
  for (const accent of ['red', '#12345', '#0a6e52;', '#0a6e5g', '']) {
    await assert.rejects(lab.workspaces.change(actor, { accent }), problem('invalid_input'))
  }
  const mia = { orgId, actorId: id('mia') }
  await assert.rejects(lab.workspaces.change(mia, { accent: '#0a6e52' }), problem('forbidden'))
  assert.equal((await lab.workspaces.change(actor, { accent: null })).accent, null)
})

test("§I29 a plugin's hook that throws does not undo a removal", async () => {
  await using lab = await openIdentityLab(sqlite, { memberRemoved: () => Promise.reject(new Error('no luck')) })
  const { orgId, id } = await staffed(lab, [['mia', 'member']])
  await lab.workspaces.removeMember({ orgId, actorId: id('founder'), userId: id('mia') })
  assert.deepEqual(await rolesIn(lab, orgId), ['founder:owner'])
  assert.equal(lab.logged.length, 1)
})

test('the instance sees every workspace with its number of members, in pages', async () => {
  await using lab = await openIdentityLab(sqlite)
  const { orgId, id } = await staffed(lab, [['mia', 'member']])
  const { id: other } = await lab.workspaces.create({ name: 'Other', ownerId: id('mia') })
  const first = await lab.workspaces.listAll({ limit: 1 })
  const second = await lab.workspaces.listAll({ limit: 1, cursor: first.nextCursor ?? '' })
  assert.deepEqual(
    [...first.items, ...second.items].map(({ id: at, members }) => [at, members]),
    [
      [other, 1],
      [orgId, 2],
    ],
  )
  assert.equal(second.nextCursor, null)
})

test('§I26 a picture that was stored with its content is read until another one replaces it', async () => {
  await using lab = await openIdentityLab(sqlite)
  const { orgId, id } = await staffed(lab, [['mia', 'member']])
  const content = Buffer.from('a picture')
  await lab.db.insertInto('workspace_logos').values({ org_id: orgId, type: 'image/png', content }).execute()
  await lab.db.updateTable('workspaces').set({ logo: 'hash' }).where('id', '=', orgId).execute()
  const read = (by: string) => lab.workspaces.logo(id(by), orgId, 'hash')
  const { type, size, body } = await read('mia')
  assert.deepEqual([type, size, await new Response(body).text()], ['image/png', content.length, 'a picture'])
  await assert.rejects(read('nobody'), problem('not_found'))
  const actor = { orgId, actorId: id('founder') }
  assert.equal((await lab.workspaces.change(actor, { name: 'House' })).logo, `/api/workspaces/${orgId}/logo/hash`)
  assert.equal((await lab.workspaces.change(actor, { logo: 'logo_1' })).logo, `/api/workspaces/${orgId}/logo/logo_1`)
  await assert.rejects(read('mia'), problem('not_found'))
})

test('members come in pages, who joined first comes first', async () => {
  await using lab = await openIdentityLab(sqlite)
  const { orgId } = await staffed(lab, [
    ['abe', 'admin'],
    ['mia', 'member'],
  ])
  const first = await lab.workspaces.members(orgId, { limit: 2 })
  const second = await lab.workspaces.members(orgId, { limit: 2, cursor: first.nextCursor ?? '' })
  assert.deepEqual(
    [...first.items, ...second.items].map(({ name }) => name),
    ['founder', 'abe', 'mia'],
  )
  assert.deepEqual(Object.keys(first.items[0] ?? {}).toSorted(), ['email', 'joinedAt', 'name', 'role', 'userId'])
})

test('a summary counts who joined lately and before, and names five at most', async () => {
  await using lab = await openIdentityLab(sqlite)
  const names = ['ann', 'ben', 'cem', 'dan', 'eve', 'fay']
  const { orgId } = await staffed(
    lab,
    names.map((name) => [name, name === 'ann' ? 'admin' : 'member'] as const),
  )
  const far = { lately: '2000-01-01T00:00:00.000Z', before: '1999-01-01T00:00:00.000Z' }
  const { newest, ...counts } = await lab.workspaces.memberSummary(orgId, far)
  assert.deepEqual(counts, { total: 7, managing: 2, joinedLately: 7, joinedBefore: 0 })
  assert.deepEqual(newest.map(({ name }) => name).slice(0, 2), ['fay', 'eve'])
  assert.equal(newest.length, 5)
  const later = await lab.workspaces.memberSummary(orgId, { lately: '2999-01-01T00:00:00.000Z', before: far.before })
  assert.deepEqual([later.joinedLately, later.joinedBefore], [0, 7])
})

test('a name without a Latin letter gets a slug all the same', () => {
  assert.equal(slugsFor('茶馆')[0], 'workspace')
  assert.match(slugsFor('茶馆')[1] ?? '', /^workspace-[a-z0-9]{4,9}$/)
  assert.ok((slugsFor('x'.repeat(200))[1] ?? '').length <= 63)
})
