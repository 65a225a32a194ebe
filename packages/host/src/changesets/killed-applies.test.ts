import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { bundledProgram } from '../../testing/bundled-program.ts'
import { testDatabases, type TestDatabase } from '../../testing/database/test-databases.ts'
import type { ProcessOrder, ProcessPerson, ProcessReport } from '../../testing/changesets/changeset-process.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const kills = isSoak ? 200 : 6
/** Reads, and both sides of each of three writes. */
const points = 8

for (const product of testDatabases) {
  // One database has all the points; the other one shows that a recovery is the same there.
  const rounds = isSoak || product.dialect === 'sqlite' ? kills : 3
  test(`a process killed in an apply leaves no value that no changeset explains (${product.dialect}, ${rounds} kills)`, async (t) => {
    await using fresh = await product.create()
    const environment = {
      HOST_DATABASE_URL: fresh.url,
      HOST_SECRET_KEY: randomBytes(32).toString('base64'),
    }
    let [person, left]: [ProcessPerson | undefined, string | undefined] = [undefined, undefined]
    const found = new Map<string, number>()
    for (let round = 0; round < rounds; round += 1) {
      const reports = await runUntilKilled({
        environment,
        person,
        left,
        choice: round % 2 === 0 ? 'finish' : 'revert',
        killAt: 1 + (round % points),
        killsIn: round % 3 === 2 ? 'recovery' : 'apply',
        value: round + 1,
      })
      await endLeases(fresh)
      const last = reports.at(-1)
      assert.ok(last, 'the process reports before it is killed')
      person = last.person
      left = last.applies
      for (const { found: state = 'none' } of reports) found.set(state, (found.get(state) ?? 0) + 1)
    }
    t.diagnostic(JSON.stringify(Object.fromEntries(found)))
    assert.ok((found.get('interrupted') ?? 0) > 0 || rounds < points)
  })
}

/** The process is known to be dead; otherwise the next one waits until its lease ends. */
async function endLeases(fresh: TestDatabase): Promise<void> {
  const database = await fresh.open()
  await database.run({ sql: 'delete from host_nodes', parameters: [], writes: true, tenant: undefined })
  await database.close()
}

async function runUntilKilled(order: ProcessOrder): Promise<readonly ProcessReport[]> {
  const program = await bundledProgram(join(import.meta.dirname, '../../testing/changesets/changeset-process.ts'))
  const child = fork(program, [JSON.stringify(order)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const reports: ProcessReport[] = []
  child.on('message', (report) => void reports.push(report as ProcessReport))
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  assert.equal(signal, 'SIGKILL', 'the process ends by nothing but its kill')
  return reports
}
