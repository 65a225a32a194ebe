import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Problem } from '@host/plugin'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { changesetLab, openChangesetLab, toyPlan, type ChangesetLab } from '../../testing/changesets/changeset-lab.ts'
import { explained } from '../../testing/changesets/explained-values.ts'

const writers = 20
const eachWrites = process.env['HOST_SOAK'] === '1' ? 20 : 2

for (const product of testDatabases) {
  test(`${writers} writers of one target lose no update, on two hosts where the database is shared (${product.dialect})`, async (t) => {
    const fresh = await product.create()
    t.after(() => fresh[Symbol.asyncDispose]())
    const environment = { HOST_DATABASE_URL: fresh.url, HOST_SECRET_KEY: randomBytes(32).toString('base64') }
    const first = await openChangesetLab(t, { environment })
    const second = product.dialect === 'sqlite' ? undefined : await openChangesetLab(t, { environment })
    const labs = [first, ...(second === undefined ? [] : [changesetLab({ ...second, admin: first.admin })])]
    const refused = new Map<string, number>()
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        const lab = labs[writer % labs.length] ?? first
        for (let count = 0; count < eachWrites; count += 1) await increment(lab, refused)
      }),
    )
    t.diagnostic(JSON.stringify(Object.fromEntries(refused)))
    assert.deepEqual(await first.values(), { counter: writers * eachWrites })
    assert.deepEqual(await explained(first.toy, first.orgId), await first.values())
  })
}

/** Adds one to the counter, however often others come first. */
async function increment({ toy, orgId, ended }: ChangesetLab, refused: Map<string, number>): Promise<void> {
  for (;;) {
    const { counter = 0 } = await toy.values(orgId, 'a')
    try {
      const applied = await toy.service().applyNow(orgId, toyPlan({ counter: counter + 1 }))
      // Another writer was faster between the read and the plan, to the same value.
      if (applied === undefined) continue
      const { state, error } = await ended(applied.id)
      if (state === 'applied') return
      assert.deepEqual([state, error], ['expired', 'stale_plan'])
      refused.set(state, (refused.get(state) ?? 0) + 1)
    } catch (error) {
      assert.ok(error instanceof Problem, String(error))
      assert.ok(error.code === 'target_busy' || error.code === 'stale_plan', error.code)
      refused.set(error.code, (refused.get(error.code) ?? 0) + 1)
    }
  }
}
