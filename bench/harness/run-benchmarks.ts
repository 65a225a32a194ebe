import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, Row } from '../benchmark.ts'
import { LoadProcess } from '../load/load-process.ts'
import type { Bench } from './bench.ts'

/** Runs benchmarks one after the other, each in an empty folder of its own. */
export async function runBenchmarks(
  benchmarks: readonly Benchmark[],
  options: Pick<Bench, 'scale' | 'profiles' | 'beside' | 'say'>,
): Promise<readonly Row[]> {
  await using load = new LoadProcess()
  const rows: Row[] = []
  for (const benchmark of benchmarks) {
    options.say(`${benchmark.name} ...`)
    const folder = await mkdtemp(join(tmpdir(), 'host-bench-'))
    try {
      rows.push(...(await benchmark.run({ ...options, load, folder })))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return rows
}
