import assert from 'node:assert/strict'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { instanceAdminEmail, testPassword } from '../../../packages/testing/src/test-people.ts'
import type { LicenseCalls, LicenseReport, LicenseTask } from '../lab/license-process.ts'
import { secretKey } from '../lab/secret-key.ts'

const script = new URL('../lab/license-process.ts', import.meta.url).pathname
const isSoak = process.env['HOST_SOAK'] === '1'
/** Licenses with one machine left, and activations of each on each of three processes: at least 200 in all. */
const [licenses, each] = isSoak ? [50, 20] : [12, 6]

test('of 200 parallel activations on three processes, one takes the last machine of each license', async (t) => {
  const postgres = testDatabases[1]
  assert.ok(postgres !== undefined)
  await using fresh = await postgres.create()
  const environment = {
    HOST_DATABASE_URL: fresh.url,
    HOST_SECRET_KEY: secretKey,
    HOST_PUBLIC_URL: 'http://host.test',
    HOST_ADMIN_EMAIL: instanceAdminEmail,
    HOST_ADMIN_PASSWORD: testPassword,
    HOST_RATE_API: '0',
  }
  const start = async (task: Omit<LicenseTask, 'environment'>) => {
    const child = fork(script, [JSON.stringify({ ...task, environment })], {
      execArgv: ['--conditions=source'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    t.after(() => child.kill('SIGKILL'))
    return { child, first: await reportOf(child) }
  }
  // The first one makes the tables.
  const first = await start({ name: 'a', licenses })
  const others = await Promise.all(['b', 'c'].map((name) => start({ name })))
  const place = 'place' in first.first ? first.first.place : undefined
  assert.ok(place !== undefined)
  const reports = await Promise.all(
    [first, ...others].map(({ child }) => {
      child.send({ place, each } satisfies LicenseCalls)
      return reportOf(child)
    }),
  )
  for (let at = 0; at < licenses; at += 1) {
    const codes = reports.flatMap((report) => ('codes' in report ? (report.codes[at] ?? []) : []))
    assert.equal(codes.length, 3 * each)
    assert.equal(codes.filter((code) => code === 'valid').length, 1, codes.join())
    const refused = codes.filter((code) => code !== 'valid')
    // The limit of activations in an hour ends some of them before the database decides.
    assert.ok(
      refused.every((code) => code === 'too_many_machines' || code === 'too_many_requests'),
      codes.join(),
    )
    assert.ok(refused.includes('too_many_machines'))
  }
})

async function reportOf(child: ChildProcess): Promise<LicenseReport> {
  const [report] = (await once(child, 'message')) as [LicenseReport]
  return report
}
