import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '@host/plugin'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { openIdentityLab, type IdentityLab } from '../../../testing/identity/identity-lab.ts'
import { mostSlugsPerYear } from './slug-budget.ts'

const day = 86_400_000

for (const product of testDatabases) {
  test(`§I53 of two workspaces created at once at the limit exactly one is created (${product.name})`, async () => {
    await using lab = await openIdentityLab(product, { mostOwned: async () => 2 })
    const ann = await person(lab, 'ann')
    await lab.workspaces.create({ name: 'First', ownerId: ann })
    const { done, refused } = await settle([
      () => lab.workspaces.create({ name: 'Second', ownerId: ann }),
      () => lab.workspaces.create({ name: 'Third', ownerId: ann }),
      () => lab.workspaces.create({ name: 'Fourth', ownerId: ann }),
    ])
    assert.equal(done, 1)
    assert.deepEqual(
      refused.map(({ code }) => code),
      ['conflict', 'conflict'],
    )
    assert.equal((await lab.workspaces.list(ann)).length, 2)
  })

  test(`§I53 no way to become an owner passes the limit: joining, a role, a transfer, a restore (${product.name})`, async () => {
    await using lab = await openIdentityLab(product, { mostOwned: async () => 1 })
    const [ann, ben] = [await person(lab, 'ann'), await person(lab, 'ben')]
    const { id: orgId } = await lab.workspaces.create({ name: 'Ann', ownerId: ann })
    const closed = await lab.workspaces.create({ name: 'Ben', ownerId: ben })
    await lab.workspaces.erase({ orgId: closed.id, actorId: ben }, 'Ben')
    await lab.workspaces.create({ name: 'Ben again', ownerId: ben })
    const actor = { orgId, actorId: ann }
    const limited = (error: Problem) => JSON.stringify(error.options.detail).includes('the limit of 1 workspace')
    await assert.rejects(lab.workspaces.addMember(actor, { email: 'ben@example.test', role: 'owner' }), limited)
    await lab.workspaces.addMember(actor, { email: 'ben@example.test', role: 'admin' })
    await assert.rejects(lab.workspaces.changeRole({ ...actor, userId: ben }, 'owner'), limited)
    await assert.rejects(lab.workspaces.transfer({ ...actor, userId: ben }), limited)
    await assert.rejects(lab.workspaces.restore({ orgId: closed.id, actorId: ben }), limited)
    const roles = (await lab.workspaces.members(orgId, { limit: 10 })).items.map(({ role }) => role)
    assert.deepEqual(roles.toSorted(), ['admin', 'owner'])
    await lab.workspaces.changeRole({ ...actor, userId: ben }, 'member')
  })

  test(`of two who join at once within a plan for one more member exactly one joins (${product.name})`, async () => {
    const exceeded = async (used: number) => new Problem('quota_exceeded', { facts: { used } })
    await using lab = await openIdentityLab(product, { memberLimit: async () => ({ most: 2, exceeded }) })
    const ann = await person(lab, 'ann')
    for (const name of ['ben', 'cleo', 'dora']) await person(lab, name)
    const { id: orgId } = await lab.workspaces.create({ name: 'Ann', ownerId: ann })
    const add = (name: string) => () =>
      lab.workspaces.addMember({ orgId, actorId: ann }, { email: `${name}@example.test`, role: 'member' })
    const { done, refused } = await settle(['ben', 'cleo', 'dora'].map(add))
    assert.equal(done, 1)
    assert.deepEqual(
      refused.map(({ code, options }) => [code, options.facts]),
      [
        ['quota_exceeded', { used: 2 }],
        ['quota_exceeded', { used: 2 }],
      ],
    )
  })

  test(`§I54 a person uses up so many slugs in a year, over all workspaces and in any race (${product.name})`, async () => {
    await using lab = await openIdentityLab(product)
    const ann = await person(lab, 'ann')
    const names = ['one', 'two', 'three', 'four']
    const workspaces: string[] = []
    for (const slug of names) workspaces.push((await lab.workspaces.create({ name: slug, slug, ownerId: ann })).id)
    const move = (workspace: number, slug: string) =>
      lab.workspaces.change({ orgId: workspaces[workspace] ?? '', actorId: ann }, { slug })
    for (let count = 1; count < mostSlugsPerYear; count += 1) {
      await move(count % 4, `${names[count % 4] ?? ''}-${count}`)
    }
    // Connections are opened first, so that the transactions below truly overlap.
    await Promise.all(workspaces.map((id) => lab.workspaces.rename({ orgId: id, actorId: ann }, 'Renamed')))
    const { done, refused } = await settle(names.map((name, at) => () => move(at, `${name}-last`)))
    assert.equal(done, 1)
    assert.deepEqual(new Set(refused.map(({ code }) => code)), new Set(['conflict']))
    // A retired slug stays reserved, returns to its workspace, and no new workspace is created meanwhile.
    await assert.rejects(lab.workspaces.create({ name: 'New', ownerId: ann }), { code: 'conflict' })
    const back = (await lab.workspaces.read(ann, workspaces[3] ?? '')).slug === 'four-last' ? 'four-19' : 'four'
    await move(3, back)
    const ben = await person(lab, 'ben')
    await assert.rejects(lab.workspaces.create({ name: 'Mine', slug: 'two-1', ownerId: ben }), { code: 'conflict' })
    lab.clock.now += 366 * day
    await move(0, 'one-more')
  })

  test(`§I54 a deletion counts from when it is asked for, and is never refused (${product.name})`, async () => {
    await using lab = await openIdentityLab(product)
    const ann = await person(lab, 'ann')
    const create = (name: string) => lab.workspaces.create({ name, ownerId: ann })
    const erase = (orgId: string, name: string) => lab.workspaces.erase({ orgId, actorId: ann }, name)
    const kept = await create('Kept')
    for (let count = 0; count < mostSlugsPerYear; count += 1) {
      const name = `Tea ${count}`
      await erase((await create(name)).id, name)
    }
    await assert.rejects(create('One more'), { code: 'conflict' })
    await erase(kept.id, 'Kept')
    await lab.workspaces.restore({ orgId: kept.id, actorId: ann })
  })
}

test('§I53 instance admins own as many workspaces as they like', async () => {
  const [product] = testDatabases
  if (product === undefined) throw new Error('There is a database.')
  const firstAdmin = { email: 'root@example.test', password: 'tea-houses by the sea', workspace: 'Base' }
  await using lab = await openIdentityLab(product, { mostOwned: async () => 1, firstAdmin })
  await lab.identity.firstRun()
  const root = await lab.accounts.findByEmail('root@example.test')
  await lab.workspaces.create({ name: 'Second', ownerId: root?.id ?? '' })
})

async function person(lab: IdentityLab, name: string): Promise<string> {
  const account = { name, email: `${name}@example.test`, password: 'tea-houses by the sea' }
  return (await lab.accounts.create(account)).id
}

/** Runs all at once. */
async function settle(
  works: readonly (() => Promise<unknown>)[],
): Promise<{ readonly done: number; readonly refused: readonly Problem[] }> {
  const results = await Promise.allSettled(works.map((work) => work()))
  const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
  const problems = refused.filter((reason) => reason instanceof Problem)
  assert.deepEqual(problems, refused)
  return { done: results.length - refused.length, refused: problems }
}
