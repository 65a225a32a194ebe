import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { createHost, readConfig } from '@host/host'
import {
  everyDatabase,
  securedPostgres,
  testDatabases,
  type TestDatabaseProduct,
} from '@host/host/testing/database/test-databases'
import { Accounts, type AccountsService } from '@host/plugin/platform'
import { Product } from '../serve/testing/product.ts'
import { readPassword } from '../user/read-password.ts'
import { typeCommand, type TypedCommand } from './testing/type-command.ts'

const script = join(import.meta.dirname, '../../../../apps/server/src/main.ts')
const firstAdmin = { HOST_ADMIN_EMAIL: 'root@lab.test', HOST_ADMIN_PASSWORD: 'quiet-river-93-lamp' }
const changes = ['reset-password', 'make-admin', 'end-sessions'] as const

for (const database of testDatabases) {
  test(`${database.dialect}: §I81 "host user list" reads a page at a time, or searches`, async (t) => {
    const { start, run } = await lab(t, database)
    const { accounts } = await start(firstAdmin)
    for (const name of ['Ada', 'Ben', 'Cleo', 'Dora']) {
      await accounts.create({ email: `${name.toLowerCase()}@lab.test`, name, password: 'tea-houses by the sea' })
    }
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await run(`user list --limit 2${after === undefined ? '' : ` --after ${after}`}`)
      assert.equal(page.code, 0, page.reported)
      const lines = page.written.split('\n')
      assert.ok(lines.length <= 2)
      seen.push(...lines)
      after = /^More accounts: host user list --after (\S+)$/.exec(page.reported)?.[1]
    } while (after !== undefined)
    const emails = seen.map((line) => line.split('  ')[1])
    assert.deepEqual(
      emails,
      ['dora', 'cleo', 'ben', 'ada', 'root'].map((name) => `${name}@lab.test`),
    )
    assert.match(seen[4] ?? '', /^usr_\w+  root@lab\.test  root  instance admin, no second factor, never signed in$/)
    const found = JSON.parse((await run('user list --search CLEO@ --json')).written) as Listed
    assert.deepEqual(
      found.items.map(({ email, isInstanceAdmin }) => [email, isInstanceAdmin]),
      [['cleo@lab.test', false]],
    )
    assert.equal(found.nextCursor, null)
    const none = await run('user list --search nobody')
    assert.deepEqual([none.code, none.written], [0, ''])
    assert.match(none.reported, /^No matching accounts\. Search for/)
  })

  test(`${database.dialect}: "host user" without the account it names says where accounts are listed`, async (t) => {
    const { start, run } = await lab(t, database)
    await start()
    const list = await run('user list')
    assert.deepEqual([list.code, list.written], [0, ''])
    assert.equal(list.reported, 'No accounts yet. Start the host and open the setup link that it prints.')
    for (const command of changes) {
      for (const account of ['ada@lab.test', 'usr_01m8495egxe0gs1sq3hmbz69m7', 'ada', '%']) {
        const { code, written, reported } = await run(`user ${command} ${account}`)
        assert.deepEqual([code, written], [1, ''])
        const named = JSON.stringify(account)
        assert.equal(reported, `No account has the email address or id ${named}. Run host user list to list accounts.`)
      }
    }
  })
}

for (const database of everyDatabase) {
  test(`${database.name}: §I79 "host user" without a running host writes entries that the next host seals`, async (t) => {
    const { start, run, entries } = await lab(t, database)
    const host = await start(firstAdmin)
    const { id } = await host.accounts.create({ email: 'ada@lab.test', name: 'Ada', password: 'tea-houses by the sea' })
    const root = JSON.parse((await run('user list --search root@ --json')).written) as Listed
    await host.stop()
    for (const typed of [
      'user make-admin ada@lab.test',
      `user end-sessions ${id}`,
      'user reset-password root@lab.test --remove-second-factors',
    ]) {
      const { code, reported } = await run(typed)
      assert.equal(code, 0, reported)
    }
    await (await start()).stop()
    const written = await entries()
    assert.deepEqual(written, [
      ['admin.made', `user:${id}`, 'host user make-admin'],
      ['user.signed_out', `user:${id}`, 'host user end-sessions'],
      ['user.reset_asked', `user:${root.items[0]?.id}`, 'host user reset-password'],
    ])
    assert.match((await run('audit verify')).written, / 0 entries wait to be sealed\. No entry was altered/)
    const { items } = JSON.parse((await run('user list --search ada@ --json')).written) as Listed
    assert.equal(items[0]?.isInstanceAdmin, true)
  })
}

test('§I77 "host user end-sessions" is heard by every worker on SQLite', async (t) => {
  const { run, environment } = await lab(t, testDatabases[0])
  const host = await Product.start(t, {
    script,
    typed: ['--workers', '2'],
    env: { ...environment, ...firstAdmin },
  })
  const { url } = await host.logged('Listening')
  const signedIn = await fetch(new URL('/api/auth/login', String(url)), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(String(url)).origin },
    body: JSON.stringify({ email: firstAdmin.HOST_ADMIN_EMAIL, password: firstAdmin.HOST_ADMIN_PASSWORD }),
  })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  // Each request has a connection of its own, so both workers answer some.
  const statuses = async (): Promise<ReadonlySet<number>> => {
    const answers = Array.from({ length: 40 }, () => host.ask('/api/auth/me', undefined, { cookie }))
    return new Set((await Promise.all(answers)).map(({ status }) => status))
  }
  assert.deepEqual(await statuses(), new Set([200]))
  const { code, reported } = await run('user end-sessions root@lab.test')
  assert.deepEqual(await statuses(), new Set([401]))
  assert.equal(code, 0, reported)
})

test('"host user" refuses meaningless arguments with exit code 2', async (t) => {
  const { run, folder } = await lab(t, undefined)
  for (const [typed, sentence] of [
    ['user', /^"user" needs a subcommand\. Run host user --help to list them\.$/],
    ['user promote', /^"user promote" is not a command\. Run host user --help/],
    ...changes.map((name) => [`user ${name}`, /needs another argument\. Run host user [\w-]+ --help/] as const),
    ...changes.map((name) => [`user ${name} a@b.c d@e.f`, /^"d@e\.f" is an extra argument/] as const),
    ['user reset-password a@b.c --password secret', /^--password is not an option of this command/],
    ['user list --limit 201', /^--limit must be a number from 1 to 200, not "201"\.$/],
    ['user list --limit ten', /^--limit must be a number from 1 to 200, not "ten"\.$/],
  ] as const) {
    const { code, written, reported } = await run(typed)
    assert.deepEqual([code, written], [2, ''], typed)
    assert.match(reported, sentence)
  }
  for (const typed of ['user list', ...changes.map((name) => `user ${name} a@b.c`)]) {
    const { code, reported } = await run(typed)
    assert.equal(code, 1)
    assert.match(reported, /^Database not found\. Start the host once/)
  }
  assert.deepEqual(await readdir(folder), [])
})

test('the link of "host user reset-password" states the known facts about the address', async (t) => {
  const { start, run } = await lab(t, testDatabases[0])
  await start(firstAdmin)
  for (const [env, url, note] of [
    [{ HOST_PUBLIC_URL: 'https://app.example.com' }, /^https:\/\/app\.example\.com\/reset\?token=[\w-]{43}$/, false],
    [{ HOST_LISTEN: ':8080' }, /^http:\/\/localhost:8080\/reset\?token=/, true],
    [{ HOST_LISTEN: '[::1]:8080' }, /^http:\/\/\[::1\]:8080\/reset\?token=/, true],
  ] as const) {
    const { code, written, reported } = await run('user reset-password root@lab.test', env)
    assert.equal(code, 0, reported)
    assert.match(written, url)
    assert.equal(reported.includes('HOST_PUBLIC_URL is not set'), note)
    assert.match(
      reported,
      /^Link for root@lab\.test \(root\) to set a new password \(single use, valid for one hour\):\n/,
    )
  }
})

test('a password is read from a pipe, one line of it, and never from a terminal', async () => {
  const from = (text: string) => readPassword(Readable.from([Buffer.from(text)]))
  assert.equal(await from('tea-houses by the sea\r\nand more'), 'tea-houses by the sea')
  await assert.rejects(from('\n'), /Standard input is empty/)
  const terminal = Object.assign(Readable.from([]), { isTTY: true })
  await assert.rejects(readPassword(terminal), /reads the password from a pipe/)
})

interface Listed {
  readonly items: readonly { readonly id: string; readonly email: string; readonly isInstanceAdmin: boolean }[]
  readonly nextCursor: string | null
}

type Environment = Readonly<Record<string, string>>

interface Lab {
  readonly folder: string
  readonly environment: Environment
  /** Starts a host, which stops with the test. */
  start(env?: Environment): Promise<{ readonly accounts: AccountsService; stop(): Promise<void> }>
  /** Action, target and command of the sealed entries of commands, in their order. */
  entries(): Promise<readonly (readonly unknown[])[]>
  run(typed: string, env?: Environment): Promise<TypedCommand>
}

async function lab(t: TestContext, product: TestDatabaseProduct | undefined): Promise<Lab> {
  const folder = await mkdtemp(join(tmpdir(), 'host-user-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const fresh = await product?.create()
  t.after(() => fresh?.[Symbol.asyncDispose]())
  const environment = {
    HOST_DATA: folder,
    HOST_LISTEN: '127.0.0.1:0',
    HOST_STOP_TIMEOUT: '1',
    ...(fresh !== undefined && { HOST_DATABASE_URL: fresh.url }),
    ...(product === securedPostgres && { HOST_DATABASE_RLS: 'on' }),
  }
  return {
    folder,
    environment,
    start: async (env) => {
      const log = { debug() {}, info() {}, warn() {}, error() {} }
      const config = readConfig({ ...environment, ...env })
      const passwordCost = { memory: 64, passes: 1 }
      const host = await createHost({ plugins: [], config, log, announce: () => {}, passwordCost })
      t.after(() => host.stop())
      return { accounts: host.lookup(Accounts) as AccountsService, stop: () => host.stop() }
    },
    entries: async () => {
      const database = await fresh?.open({ isExclusive: false, rowSecurity: product === securedPostgres })
      const sql = `select action, target, endpoint from audit_entries where endpoint like 'host user%' order by seq`
      const found = await database?.run({ sql, parameters: [], writes: false, isOverAll: true })
      return (found?.rows ?? []).map(({ action, target, endpoint }) => [action, target, endpoint])
    },
    run: (typed, env) => typeCommand(typed.split(' '), { cwd: folder, env: { ...environment, ...env } }),
  }
}
