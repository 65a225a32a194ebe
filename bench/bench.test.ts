import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { meetsGoal } from './benchmark.ts'
import { benchmarks } from './benchmarks.ts'
import { runBenchmark } from './harness/run-benchmarks.ts'
import { readScale } from './harness/scale.ts'
import { LoadProcess } from './load/load-process.ts'

/** Each builds whole editions, which other suites do too. */
const composing = new Set(['executable', 'large-edition', 'start-turns', 'unused'])
const scale = readScale({ HOST_BENCH_ROUNDS: '1' })
const isSoak = process.env['HOST_SOAK'] === '1'
let load: LoadProcess

before(() => {
  load = new LoadProcess()
})
after(() => load[Symbol.asyncDispose]())

for (const benchmark of benchmarks.filter(({ name }) => isSoak || !composing.has(name))) {
  test(`${benchmark.name} gives rows whose figures are numbers`, { timeout: 300_000 }, async () => {
    const rows = await runBenchmark(benchmark, { scale, load, profiles: undefined, beside: undefined, say: () => {} })
    assert.ok(rows.length > 0)
    for (const row of rows) {
      const figures = [row.compared.value, row.absolute.value, ...row.spread]
      assert.ok(figures.every(Number.isFinite), `${row.what}: ${figures.join(', ')}`)
      assert.equal(typeof meetsGoal(row), row.goal === undefined ? 'undefined' : 'boolean')
    }
  })
}

test('plugin-get compares this checkout with another one', { timeout: 300_000 }, async () => {
  const beside = join(import.meta.dirname, '..')
  const chosen = benchmarks.find(({ name }) => name === 'plugin-get')
  assert.ok(chosen !== undefined)
  const rows = await runBenchmark(chosen, { scale, load, profiles: undefined, beside, say: () => {} })
  assert.deepEqual(
    rows.map(({ against }) => against),
    [beside],
  )
})
