/**
 * `pnpm bench` measures everything; `pnpm bench growth scoped-list` measures some, and shows without writing.
 * `pnpm bench plugin-get --profile=folder` also writes the CPU profiles of the servers under test.
 * `pnpm bench plugin-get --beside=../before` compares with another checkout, in turns.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { meetsGoal } from './benchmark.ts'
import { benchmarks } from './benchmarks.ts'
import { formatReport, type Report } from './harness/format-report.ts'
import { describeMachine } from './harness/machine.ts'
import { runBenchmarks, type Measured } from './harness/run-benchmarks.ts'
import { readScale } from './harness/scale.ts'

const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: { profile: { type: 'string' }, beside: { type: 'string' } },
})
const known = benchmarks.map(({ name }) => name)
const unknown = names.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; write ${known.join(', ')}.`)
  process.exit(1)
}

const scale = readScale(process.env)
// Its commit is that of the first benchmark.
const machine = describeMachine()
const chosen = benchmarks.filter(({ name }) => names.length === 0 || names.includes(name))
const profiles = values.profile === undefined ? undefined : resolve(values.profile)
const beside = values.beside === undefined ? undefined : resolve(values.beside)
const measured = await measureAll()
console.log(formatReport(reportOf(measured)))
const missed = measured.rows.filter((row) => meetsGoal(row) === false).length
console.log(
  scale.isTrial ? 'A trial: the figures say nothing.' : `${measured.rows.length} rows, ${missed} goals missed`,
)

/** A run of everything writes after each benchmark, since it takes half an hour and more. */
async function measureAll(): Promise<Measured> {
  let last: Measured = { rows: [], left: [] }
  const run = runBenchmarks(chosen, { scale, profiles, beside, say: (line) => console.error(line) })
  for await (const soFar of run) {
    last = soFar
    if (!scale.isTrial && names.length === 0) await write(reportOf(soFar))
  }
  return last
}

function reportOf({ rows, left }: Measured): Report {
  return { machine, scale, at: new Date().toISOString(), rows, left }
}

async function write(written: Report): Promise<void> {
  const folder = join(import.meta.dirname, 'results')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'latest.md'), formatReport(written))
  await writeFile(join(folder, 'latest.json'), `${JSON.stringify(written, null, 2)}\n`)
}
