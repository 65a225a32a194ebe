import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { testDatabases } from '../../testing/database/test-databases.ts'
import type { ChainDatabase } from './chain-store.ts'
import { openChainLab, type ChainLab } from '../../testing/audit/chain-lab.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const kills = isSoak ? 100 : 3
const runs = isSoak ? 300 : 6
const sealing = fileURLToPath(new URL('../../testing/audit/sealing-process.ts', import.meta.url))
const day = 24 * 3_600_000

for (const product of testDatabases) {
  suite(`a sealer that ends anywhere, on ${product.dialect}`, () => {
    test('kill -9 loses no entry, seals none twice, and the next sealer continues', async () => {
      await using lab = await openChainLab(product)
      let written = 0
      for (let round = 0; round < kills; round += 1) {
        written += await writeAndSealUntilKilled(lab.url, 200 + (round % 7) * 40)
      }
      assert.deepEqual((await lab.verify()).findings, [])
      await lab.seal()
      const { sealed, unsealed, findings } = await lab.verify()
      assert.deepEqual([findings, unsealed], [[], 0])
      assert.ok(sealed >= written, `${sealed} of ${written}`)
      assert.ok(sealed <= written + kills * 3, `${sealed} of ${written}`)
    })

    test('after any sequence of events, every entry has one place in a valid chain', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
          await using lab = await openChainLab(product)
          const model = { written: 0, expired: 0 }
          for (const each of steps) {
            await perform(lab, model, each)
            assert.deepEqual(await lab.findings(), [])
          }
          await lab.seal()
          const { sealed, unsealed, findings } = await lab.verify()
          assert.deepEqual([sealed + model.expired, unsealed, findings], [model.written, 0, []])
        }),
        { numRuns: runs },
      )
    })
  })
}

type Step =
  | { readonly kind: 'write'; readonly orgId: string; readonly count: number }
  | { readonly kind: 'seal'; readonly processes: number }
  | { readonly kind: 'fail'; readonly after: number; readonly isCommitted: boolean }
  | { readonly kind: 'clock'; readonly days: number }
  | { readonly kind: 'expire' }
  | { readonly kind: 'retention'; readonly orgId: string; readonly days: number }

const orgId = fc.constantFrom('org_one', 'org_two', 'instance')
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('write' as const), orgId, count: fc.integer({ min: 1, max: 6 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('seal' as const), processes: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fail' as const),
      after: fc.integer({ min: 0, max: 5 }),
      isCommitted: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('clock' as const), days: fc.integer({ min: -400, max: 400 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('retention' as const), orgId, days: fc.integer({ min: 30, max: 900 }) }),
  },
)

async function perform(lab: ChainLab, model: { written: number; expired: number }, given: Step): Promise<void> {
  if (given.kind === 'write') {
    await lab.write(given.orgId, given.count)
    model.written += given.count
  } else if (given.kind === 'seal') {
    await Promise.all(Array.from({ length: given.processes }, () => lab.another().sealer.round()))
  } else if (given.kind === 'fail') {
    await lab
      .another(failing(lab.database, given))
      .sealer.round()
      .catch(() => undefined)
  } else if (given.kind === 'clock') {
    lab.clock.now += given.days * day
  } else if (given.kind === 'retention') {
    await lab.chains.setRetentionDays(given.orgId, given.days)
  } else {
    const before = (await lab.verify()).sealed
    await lab.expiry.round()
    model.expired += before - (await lab.verify()).sealed
  }
}

/** A database whose connection breaks at some statement, before or after it was carried out, and stays broken. */
function failing(database: ChainDatabase, { after, isCommitted }: Step & { readonly kind: 'fail' }): ChainDatabase {
  let calls = 0
  const breaking = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    calls += 1
    if (calls <= after) return await work()
    if (calls === after + 1 && isCommitted) await work()
    throw new Error('The connection broke.')
  }
  return {
    dialect: database.dialect,
    run: (statement) => breaking(() => database.run(statement)),
    batch: (statements) => breaking(() => database.batch(statements)),
  }
}

/** @returns how many entries were acknowledged */
async function writeAndSealUntilKilled(url: string, milliseconds: number): Promise<number> {
  const child = spawn(process.execPath, ['--conditions=source', sealing, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  let acknowledged = 0
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (acknowledged === 0) setTimeout(() => child.kill('SIGKILL'), milliseconds)
      acknowledged += chunk.length
    })
    child.on('close', () => resolve())
  })
  return acknowledged
}
