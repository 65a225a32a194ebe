/** Random lives of a few keys against the table of the specification: see `../../testing/idempotency/key-model.ts`. */
import { test } from 'node:test'
import fc from 'fast-check'
import { testDatabases, type TestDatabaseProduct } from '../../testing/database/test-databases.ts'
import { openIdempotencyLab } from '../../testing/idempotency/idempotency-lab.ts'
import { Die, End, Lapse, Move, Send, startProcess, Sweep, type Real } from '../../testing/idempotency/key-commands.ts'
import { bodies, callers, endings, keys, type Model } from '../../testing/idempotency/key-model.ts'

const numRuns = process.env['HOST_SOAK'] === '1' ? 1_000 : 25

async function setUp(product: TestDatabaseProduct) {
  const lab = await openIdempotencyLab(product)
  const model: Model = { now: lab.clock.now, runs: 0, processes: [], beliefs: new Map(), held: [] }
  const real: Real = { lab, nodes: [], routes: [], held: new Map(), runs: 0, next: Promise.withResolvers() }
  for (const _ of [1, 2]) await startProcess(model, real)
  return { model, real }
}

const node = fc.nat(3)
const call = fc.record({
  key: fc.constantFrom(...keys),
  body: fc.constantFrom(...bodies),
  role: fc.constantFrom(...callers),
})
const commands = fc.commands(
  [
    fc.tuple(call, node).map((given) => new Send(...given)),
    fc.tuple(call, fc.nat(1)).map((given) => new Send(...given)),
    fc.tuple(fc.nat(9), fc.constantFrom(...endings)).map((given) => new End(...given)),
    fc.tuple(fc.nat(9), fc.constantFrom('answer' as const, 'refusal' as const)).map((given) => new End(...given)),
    fc.tuple(node, fc.boolean()).map((given) => new Die(...given)),
    node.map((given) => new Lapse(given)),
    fc.constantFrom(-1, 1, 12, 24, 8_760).map((given) => new Move(given)),
    node.map((given) => new Sweep(given)),
  ],
  { maxCommands: 60, size: 'max' },
)

for (const product of testDatabases) {
  test(`§3 ${product.dialect}: no key ever leaves the state table, for any requests, ends, deaths and clock changes`, async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (given) => {
        const { model, real } = await setUp(product)
        try {
          await fc.asyncModelRun(() => ({ model, real }), given)
        } finally {
          for (const each of real.nodes) each.die()
          await real.lab[Symbol.asyncDispose]()
        }
      }),
      { numRuns },
    )
  })
}
