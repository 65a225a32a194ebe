import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, Row } from '../benchmark.ts'
import { LoadProcess } from '../load/load-process.ts'
import type { Bench } from './bench.ts'

/** The results of a run so far. */
export interface Measured {
  readonly rows: readonly Row[]
  /** Names of the benchmarks that are left. */
  readonly left: readonly string[]
}

/** Runs benchmarks one after the other. @returns the results after each of them */
export async function* runBenchmarks(
  benchmarks: readonly Benchmark[],
  options: Omit<Bench, 'load' | 'folder'>,
): AsyncGenerator<Measured> {
  await using load = new LoadProcess()
  const rows: Row[] = []
  for (const [place, benchmark] of benchmarks.entries()) {
    rows.push(...(await runBenchmark(benchmark, { ...options, load })))
    yield { rows, left: benchmarks.slice(place + 1).map(({ name }) => name) }
  }
}

/** Runs a benchmark in an empty folder of its own. */
export async function runBenchmark(benchmark: Benchmark, options: Omit<Bench, 'folder'>): Promise<readonly Row[]> {
  options.say(`${benchmark.name} ...`)
  const folder = await mkdtemp(join(tmpdir(), 'host-bench-'))
  try {
    return await benchmark.run({ ...options, folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
