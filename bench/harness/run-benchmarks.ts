import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, Row } from '../benchmark.ts'
import { LoadProcess } from '../load/load-process.ts'
import type { Bench } from './bench.ts'

/** Runs benchmarks one after the other. */
export async function runBenchmarks(
  benchmarks: readonly Benchmark[],
  options: Omit<Bench, 'load' | 'folder'>,
): Promise<readonly Row[]> {
  await using load = new LoadProcess()
  const rows: Row[] = []
  for (const benchmark of benchmarks) rows.push(...(await runBenchmark(benchmark, { ...options, load })))
  return rows
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
