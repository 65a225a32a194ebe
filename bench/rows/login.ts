import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { Accounts } from '../../packages/plugin/src/platform.ts'
import { createHost, readConfig, type Host } from '../../packages/host/src/index.ts'
import { plugin as account } from '../../plugins/account/server/index.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareRatio } from '../harness/compare.ts'
import { interleave, type Contender } from '../harness/interleave.ts'
import { median } from '../harness/median.ts'

const origin = 'http://127.0.0.1'
const password = 'tea-houses by the sea'

/** Kinds of addresses, with the change of the row for each. */
const kinds = {
  'a wrong password': undefined,
  'an unknown address': 'delete from users where email = ?',
  'an unverified account': 'update users set is_email_verified = 0 where email = ?',
  'an account without a password': 'update users set password_hash = null where email = ?',
  'a disabled account': "update users set disabled_at = '2026-01-01T00:00:00.000Z' where email = ?",
} as const

const baseline = 'a wrong password'

/** Duration of a refused sign-in by reason: timing must reveal nothing. */
export const login: Benchmark = { name: 'login', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const file = join(bench.folder, 'login.db')
  let now = Date.now()
  const host = await createHost({
    plugins: [{ plugin: account, version: '1.0.0', outOfTree: false, granted: ['auth'] }],
    config: readConfig({
      HOST_DATABASE_URL: file,
      HOST_RATE_SIGN_IN: '0',
      HOST_LOG_LEVEL: 'error',
      HOST_ACCESS_LOG: 'off',
    }),
    clock: () => now,
    announce: () => undefined,
  })
  try {
    await makeAccounts(host, file)
    // Each try begins when those before it count no more.
    const attempt = (email: string) => async (): Promise<number> => {
      now += 16 * 60_000
      return await refusalTime(host, email)
    }
    const contenders = Object.keys(kinds).map((name): Contender<number> => ({ name, measure: attempt(emailOf(name)) }))
    for (const { measure } of contenders) await measure()
    return rowsOf(await interleave(contenders, triesOf(bench)))
  } finally {
    await host.stop()
  }
}

function triesOf({ scale }: Bench): number {
  if (scale.isTrial) return 3
  return process.env['HOST_SOAK'] === '1' ? 1_000 : 100
}

async function makeAccounts(host: Host, file: string): Promise<void> {
  const accounts = host.lookup(Accounts)
  for (const name of Object.keys(kinds)) await accounts?.create({ email: emailOf(name), name, password })
  const database = new DatabaseSync(file)
  for (const [name, change] of Object.entries(kinds)) {
    if (change !== undefined) database.prepare(change).run(emailOf(name))
  }
  database.close()
}

/** Milliseconds until the answer is there. @throws Error when it is not a refusal */
async function refusalTime(host: Host, email: string): Promise<number> {
  const right = email === emailOf(baseline) ? 'a guess of the password' : password
  const request = new Request(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: right }),
  })
  const since = performance.now()
  const response = await host.fetch(request)
  await response.text()
  const took = performance.now() - since
  if (response.status !== 401) throw new Error(`A sign-in as ${email} was answered with ${response.status}.`)
  return took
}

function rowsOf(samples: ReadonlyMap<string, readonly number[]>): readonly Row[] {
  const series = (name: string) => ({ name, values: samples.get(name) ?? [] })
  const base = series(baseline)
  return Object.keys(kinds)
    .filter((name) => name !== baseline)
    .map((name) => {
      const subject = series(name)
      const row = compareRatio({
        what: `A sign-in refused for ${name}`,
        measure: 'time to the answer, the slower by the faster of the medians',
        unit: 'ms',
        goal: { atMost: 1.05 },
        subject,
        baseline: base,
      })
      const ratio = median(subject.values) / median(base.values)
      return { ...row, compared: { value: Math.max(ratio, 1 / ratio), unit: '×' as const } }
    })
}

function emailOf(kind: string): string {
  return `${kind.replaceAll(' ', '-')}@example.test`
}
