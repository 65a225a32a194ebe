import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Entitlements } from '@host/plugin'
import fc from 'fast-check'
import { GrantLedger, ledgerSteps, type LedgerRequest } from '../testing/grant-ledger.ts'
import { addPlan, openPlansLab } from '../testing/plans-lab.ts'

const numRuns = process.env['HOST_SOAK'] === '1' ? 300 : 12
const base = 10

test('the ledger of grants has each grant once, and the limit is their sum at every moment, in any order of repeated requests and of failures between two steps', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'plans-ledger-'))
  const file = join(folder, 'host.db')
  const host = await openPlansLab(context, { HOST_DATABASE_URL: file })
  context.after(() => rm(folder, { recursive: true, force: true }))
  const orgId = host.workspaces.here
  await addPlan(host, 'free', { isDefault: true, limits: { notes: base } })
  const ledger = new GrantLedger(host, file)
  context.after(() => ledger.close())
  const check = async () => {
    const limit = await host.service(Entitlements).limitOf(orgId, 'notes')
    assert.equal(limit, base + ledger.active())
  }
  let known = 0
  await fc.assert(
    fc.asyncProperty(ledgerSteps, async (all) => {
      await ledger.begin()
      for (const { requests, minutes } of all) {
        const present = ledger.ids()
        await ledger.fail(requests, present)
        await check()
        await Promise.all(requests.map(async (request: LedgerRequest) => await ledger.send(request, present)))
        await check()
        host.clock.advance({ minutes })
        await check()
      }
      assert.deepEqual(await ledger.stored(), new Set(ledger.ids()))
      known += ledger.ids().length
      await ledger.end()
      await check()
    }),
    { numRuns },
  )
  assert.ok(known > 0)
})
