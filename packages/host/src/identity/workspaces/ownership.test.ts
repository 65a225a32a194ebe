import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem, type Role } from '@host/plugin'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { openIdentityLab, type IdentityLab } from '../../../testing/identity/identity-lab.ts'

const names = ['ann', 'ben', 'cem', 'dan'] as const
const roles = ['owner', 'admin', 'member'] as const
const numRuns = process.env['HOST_SOAK'] === '1' ? 500 : 25

/** An attempted action. */
const act = fc.record({
  by: fc.constantFrom(...names),
  on: fc.constantFrom(...names),
  kind: fc.constantFrom('add', 'change', 'remove', 'leave', 'transfer'),
  role: fc.constantFrom(...roles),
})
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never

for (const product of testDatabases) {
  test(`§I28 for any actions, alone or at once, a workspace keeps an owner, and only owners change owners (${product.name})`, async () => {
    await using lab = await openIdentityLab(product, { mostOwned: async () => 1_000_000 })
    const ids = new Map<string, string>()
    for (const name of names) {
      const { id } = await lab.accounts.create({
        name,
        email: `${name}@example.test`,
        password: 'tea-houses by the sea',
      })
      ids.set(name, id)
    }
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { maxLength: 8 }), async (waves) => {
        const { id: orgId } = await lab.workspaces.create({ name: 'Studio', ownerId: ids.get('ann') ?? '' })
        for (const wave of waves) {
          const before = await rolesIn(lab, orgId)
          const results = await Promise.allSettled(wave.map((each) => run(lab, { orgId, ids }, each)))
          for (const result of results) {
            assert.ok(
              result.status === 'fulfilled' || result.reason instanceof Problem,
              String(Reflect.get(result, 'reason')),
            )
          }
          const after = await rolesIn(lab, orgId)
          assert.ok([...after.values()].includes('owner'), 'an owner is left')
          const [only] = wave
          if (wave.length > 1 || only === undefined) continue
          checkAlone(only, { before, after, isDone: results[0]?.status === 'fulfilled' })
        }
      }),
      { numRuns },
    )
  })
}

interface Seen {
  readonly before: ReadonlyMap<string, Role>
  readonly after: ReadonlyMap<string, Role>
  readonly isDone: boolean
}

/** The allowed effects of one action, as the rules state them. */
function checkAlone({ by, on, kind }: Act, { before, after, isDone }: Seen): void {
  const changed = names.filter((name) => before.get(name) !== after.get(name))
  if (!isDone) return assert.deepEqual(changed, [])
  const actor = before.get(by)
  const isOwn = kind === 'leave' || (kind === 'remove' && by === on)
  assert.ok(isOwn || actor === 'owner' || actor === 'admin', 'members manage nobody')
  const touchesOwner = changed.some((name) => before.get(name) === 'owner' || after.get(name) === 'owner')
  assert.ok(isOwn || !touchesOwner || actor === 'owner', 'only an owner touches an owner')
  if (kind === 'transfer') assert.deepEqual([after.get(by), after.get(on)], ['admin', 'owner'])
}

interface Place {
  readonly orgId: string
  readonly ids: ReadonlyMap<string, string>
}

function run({ workspaces }: IdentityLab, { orgId, ids }: Place, { by, on, kind, role }: Act): Promise<unknown> {
  const actor = { orgId, actorId: ids.get(by) ?? '' }
  const target = { ...actor, userId: ids.get(on) ?? '' }
  if (kind === 'add') return workspaces.addMember(actor, { email: `${on}@example.test`, role })
  if (kind === 'change') return workspaces.changeRole(target, role)
  if (kind === 'remove') return workspaces.removeMember(target)
  return kind === 'leave' ? workspaces.leave(actor) : workspaces.transfer(target)
}

async function rolesIn({ workspaces }: IdentityLab, orgId: string): Promise<ReadonlyMap<string, Role>> {
  return new Map((await workspaces.members(orgId, {})).items.map(({ name, role }) => [name, role]))
}
