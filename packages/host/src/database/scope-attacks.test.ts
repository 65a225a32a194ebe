/**
 * Attacks on the workspace scope, on both databases. Every text of workspace B bears a mark. A reading attack must be
 * refused or answer without it; no attack may change a row of B, or of another owner.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyDatabase } from '../../testing/database/test-databases.ts'
import {
  foreignMark,
  hostModels,
  openTwoWorkspaces,
  otherModels,
  type NotesTables,
} from '../../testing/database/two-workspaces.ts'
import type { Attacks, Loose, World } from '../../testing/database/scope-attacks/attack.ts'
import { changeAttacks } from '../../testing/database/scope-attacks/change-attacks.ts'
import { executorAttacks } from '../../testing/database/scope-attacks/executor-attacks.ts'
import { insertAttacks } from '../../testing/database/scope-attacks/insert-attacks.ts'
import { joinAttacks } from '../../testing/database/scope-attacks/join-attacks.ts'
import { modifierAttacks } from '../../testing/database/scope-attacks/modifier-attacks.ts'
import { nameAttacks } from '../../testing/database/scope-attacks/name-attacks.ts'
import { rawAttacks } from '../../testing/database/scope-attacks/raw-attacks.ts'
import { referenceAttacks } from '../../testing/database/scope-attacks/reference-attacks.ts'
import { subqueryAttacks } from '../../testing/database/scope-attacks/subquery-attacks.ts'
import { tablePlaceAttacks } from '../../testing/database/scope-attacks/table-place-attacks.ts'
import { wordAttacks } from '../../testing/database/scope-attacks/word-attacks.ts'

const attacks: readonly (readonly [name: string, attack: Attacks[string]])[] = [
  joinAttacks,
  subqueryAttacks,
  nameAttacks,
  rawAttacks,
  wordAttacks,
  modifierAttacks,
  tablePlaceAttacks,
  executorAttacks,
  changeAttacks,
  insertAttacks,
  referenceAttacks,
].flatMap((group) => Object.entries(group))

for (const product of everyDatabase) {
  test(`${product.name}: no query of a workspace shows or changes foreign rows`, async (t) => {
    await using world = await openTwoWorkspaces(product)
    const before = await everythingElse(world)
    assert.match(before, new RegExp(foreignMark))
    for (const [name, attack] of attacks) {
      await t.test(name, async () => {
        await world.refill()
        const own = world.access.inWorkspace<NotesTables>('notes', 'org_a')
        const answer = await attempt(attack, { ...world, a: own })
        assert.equal(await everythingElse(world), before)
        assert.doesNotMatch(textOf(answer), new RegExp(`private|hash of|hidden|${foreignMark}`))
      })
    }
  })
}

async function attempt(attack: Attacks[string], world: World): Promise<unknown> {
  try {
    return await attack(world.a as unknown as Loose, world)
  } catch (error) {
    return error
  }
}

function textOf(answer: unknown): string {
  if (answer instanceof Error) return ''
  return JSON.stringify(answer, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)) ?? ''
}

/** Rows of a workspace that refer to a row of another one; none, ever. */
const crossing =
  'select p.id from notes_pins as p join notes_notes as n on n.id = p.note_id where n.org_id <> p.org_id order by p.id'

async function everythingElse({ b, access, database }: World): Promise<string> {
  const host = access.forHost([...hostModels, ...otherModels])
  const crossed = await database.run({ sql: crossing, parameters: [], writes: false })
  assert.deepEqual(crossed.rows, [])
  return textOf([
    await b.selectFrom('notes_notes').selectAll().orderBy('id').execute(),
    await b.selectFrom('notes_comments').selectAll().orderBy('id').execute(),
    await b.selectFrom('notes_pins').selectAll().orderBy('id').execute(),
    await host.selectFrom('users').selectAll().orderBy('id').execute(),
    await host.selectFrom('memberships').selectAll().orderBy('user_id').execute(),
    await host.selectFrom('other_private').selectAll().orderBy('id').execute(),
    await host.selectFrom('other_secrets').selectAll().orderBy('id').execute(),
  ])
}
