import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { bundledProgram } from '../../../packages/cli/src/build/testing/bundled-program.ts'
import { testDatabases } from '@host/host/testing/database/test-databases'
import type { DnsOrder, DnsPlace, DnsReport } from '../lab/dns-process.ts'
import { writeSets } from '../lab/file-dns-provider.ts'

const kills = process.env['HOST_SOAK'] === '1' ? 200 : 8
/** A read, both sides of each of three writes, and the read after them. */
const points = 8

const [sqlite] = testDatabases
test(`§2.24 a process killed in an apply leaves no record that the history does not explain (${kills} kills)`, async (t) => {
  assert.ok(sqlite)
  await using database = await sqlite.create()
  const folder = await mkdtemp(join(tmpdir(), 'host-dns-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'zone.json')
  writeSets(file, [])
  let [place, left]: [DnsPlace | undefined, string | undefined] = [undefined, undefined]
  const found = new Map<string, number>()
  for (let round = 0; round < kills; round += 1) {
    const choice = round % 2 === 0 ? 'finish' : 'revert'
    const killAt = 1 + (round % points)
    const report = await runUntilKilled({ url: database.url, file, place, left, choice, killAt, value: round + 1 })
    place = report.place
    left = report.applies
    found.set(report.found ?? 'none', (found.get(report.found ?? 'none') ?? 0) + 1)
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(found)))
  assert.ok((found.get('interrupted') ?? 0) > 0)
})

async function runUntilKilled(order: DnsOrder): Promise<DnsReport> {
  const program = await bundledProgram(join(import.meta.dirname, '../lab/dns-process.ts'))
  const child = fork(program, [JSON.stringify(order)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const reports: DnsReport[] = []
  child.on('message', (report) => void reports.push(report as DnsReport))
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  assert.equal(signal, 'SIGKILL', 'the process ends by nothing but its kill')
  const [report] = reports
  assert.ok(report, 'the process reports before it is killed')
  return report
}
