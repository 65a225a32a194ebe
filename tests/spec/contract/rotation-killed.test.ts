import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { startDnsTree, type DnsTree } from '../../../plugins/domains/server/testing/dns-tree.ts'
import { bundledProgram } from '../../../packages/cli/src/build/testing/bundled-program.ts'
import { zone } from '../lab/dns-lab.ts'
import { readSets, writeSets } from '../lab/file-dns-provider.ts'
import type { RotationOrder, RotationReport } from '../lab/rotation-process.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
/** Commits and writes of a rotation at least. */
const steps = 50
const ended = 5

const [sqlite] = testDatabases
test('a rotation of keys whose process is killed between any two steps goes on where it was', async (context) => {
  assert.ok(sqlite)
  await using database = await sqlite.create()
  await using tree = await startDnsTree()
  const folder = await mkdtemp(join(tmpdir(), 'host-rotation-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'zone.json')
  writeSets(file, [])
  tree.delegate(zone)
  const serve = publisher(file, tree)
  const common = { url: database.url, file, environment: tree.environment, start: Date.now(), endsAfterSetUp: false }
  const endsRight = async (before: readonly RotationReport[], killAt: number): Promise<void> => {
    const last = before.at(-1)
    const order = { ...common, place: last?.place, phase: Math.max(0, last?.phase ?? 0), killAt: undefined }
    const after = await run(order, serve)
    for (const { stages, phase } of [...before, ...after].filter((each) => each.phase >= 0)) {
      const signing = stages.filter((stage) => stage === 'signing')
      assert.equal(signing.length, 1, `killed at ${killAt}, before phase ${phase}: ${stages.join()}`)
    }
    assert.deepEqual(after.at(-1)?.stages, ['signing'], `killed at ${killAt}`)
    const records = readSets(file).filter(({ name }) => name.includes('_domainkey'))
    assert.equal(records.length, 2, `killed at ${killAt}`)
  }
  if (!isSoak) {
    const killAt = 1 + Math.floor(Math.random() * steps)
    return await endsRight(await run({ ...common, phase: 0, killAt }, serve), killAt)
  }
  const [made] = await run({ ...common, endsAfterSetUp: true, phase: 0, killAt: undefined }, serve)
  const sets = readSets(file)
  const restore = await snapshot(database.url, folder)
  for (let killAt = 1; ; killAt += 1) {
    await restore()
    writeSets(file, sets)
    serve()
    const before = await run({ ...common, place: made?.place, phase: 0, killAt }, serve)
    if (before.at(-1)?.phase === ended) {
      assert.ok(killAt > steps, `the rotation has ${killAt - 1} steps`)
      return context.diagnostic(`${killAt - 1} steps`)
    }
    await endsRight(before, killAt)
  }
})

/** @returns what puts the files of a database back, which no process has open */
async function snapshot(url: string, folder: string): Promise<() => Promise<void>> {
  const files = ['', '-wal', '-shm'].map((end) => [`${url}${end}`, join(folder, `saved${end}`)] as const)
  const copy = async (from: string, to: string) => {
    await rm(to, { force: true })
    if (existsSync(from)) await copyFile(from, to)
  }
  for (const [from, to] of files) await copy(from, to)
  return async () => {
    for (const [from, to] of files) await copy(to, from)
  }
}

/** Serves what the provider has. */
function publisher(file: string, tree: DnsTree): () => void {
  const served = new Set<string>()
  return () => {
    const now = new Map(readSets(file).map((set) => [`${set.name} ${set.type}`, set.data]))
    for (const key of served) if (!now.has(key)) tree.records(key, [])
    for (const [key, data] of now) {
      tree.records(key, data)
      served.add(key)
    }
  }
}

/** Runs a process until it is killed. @returns its reports */
async function run(order: RotationOrder, serve: () => void): Promise<readonly RotationReport[]> {
  const program = await bundledProgram(join(import.meta.dirname, '../lab/rotation-process.ts'))
  const child = fork(program, [JSON.stringify(order)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const reports: RotationReport[] = []
  child.on('message', (report) => {
    reports.push(report as RotationReport)
    serve()
    child.send('go')
  })
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  assert.equal(signal, 'SIGKILL', 'the process ends by nothing but its kill')
  return reports
}
