import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { generateSync } from 'otplib'
import { clusterKinds, startCluster, type Cluster } from '../lab/cluster.ts'
import { until } from '@host/host/testing/until'
import { hostUser } from '../lab/operator.ts'
import { emailOf, invite, password } from '../lab/people.ts'
import { runSql } from '../lab/run-sql.ts'
import type { Visitor } from '../lab/visitor.ts'

const me = '/api/auth/me'
const consoleUsers = '/api/instance/users'
const other = 'quiet rivers at night'

interface Entries {
  readonly items: readonly { readonly id: string; readonly action: string; readonly target: string | null }[]
}

interface Accounts {
  readonly items: readonly { readonly id: string; readonly email: string; readonly isMailboxProven: boolean }[]
}

interface Security {
  readonly totp: { readonly isOn: boolean }
  readonly recoveryCodesLeft: number
  readonly passkeys: readonly unknown[]
}

/** An account that one test has for itself, signed in. */
interface Account {
  readonly email: string
  readonly id: string
  readonly visitor: Visitor
}

for (const kind of clusterKinds) {
  describe(kind.name, () => {
    let cluster: Cluster
    before(async () => {
      cluster = await startCluster(kind)
    })
    after(() => cluster?.[Symbol.asyncDispose]())

    test('§I77 "host user end-sessions" ends every session on every process before it is done', async () => {
      const { email, visitor } = await newAccount(cluster, 'cora')
      assert.deepEqual(await statuses(cluster, visitor, me), everywhere(cluster, 200))
      const { code, stdout, stderr } = await hostUser(cluster.database, ['end-sessions', email])
      assert.deepEqual(await statuses(cluster, visitor, me), everywhere(cluster, 401))
      assert.equal(code, 0, stderr)
      assert.match(stdout, /^Ended every session of cora@example\.test \(cora\)\. API tokens still work:/)
      assert.deepEqual(await statuses(cluster, cluster.people.ben, me), everywhere(cluster, 200))
    })

    test('§I77 "host user make-admin" gives the console on every process before it is done', async () => {
      const { email, id, visitor } = await newAccount(cluster, 'mara')
      assert.deepEqual(await statuses(cluster, visitor, consoleUsers), everywhere(cluster, 403))
      const made = await hostUser(cluster.database, ['make-admin', email.toUpperCase()])
      assert.deepEqual(await statuses(cluster, visitor, consoleUsers), everywhere(cluster, 401))
      assert.equal(made.code, 0, made.stderr)
      await visitor.signIn(email, password)
      assert.deepEqual(await statuses(cluster, visitor, consoleUsers), everywhere(cluster, 200))
      const again = await hostUser(cluster.database, ['make-admin', id])
      assert.deepEqual([again.code, again.stdout], [0, 'mara@example.test (mara) is already an instance admin.'])
      assert.deepEqual(await statuses(cluster, visitor, consoleUsers), everywhere(cluster, 200))
    })

    test('§I78 the link of "host user reset-password" sets a password once, and proves no mailbox', async () => {
      const { email, id, visitor } = await newAccount(cluster, 'rosa')
      await runSql(cluster.database, `update users set is_mailbox_proven = false where id = '${id}'`)
      const env = { HOST_PUBLIC_URL: 'https://app.example.com' }
      const { code, stdout, stderr } = await hostUser(cluster.database, ['reset-password', email], { env })
      assert.equal(code, 0, stderr)
      const token = /^https:\/\/app\.example\.com\/reset\?token=([\w-]{43})$/.exec(stdout)?.[1] ?? ''
      assert.deepEqual(await statuses(cluster, visitor, me), everywhere(cluster, 200), 'nothing has changed yet')
      const resets = [1, 2, 3].map((at) => cluster.visitor(at).post('/api/auth/reset', { token, password: other }))
      const answers = (await Promise.all(resets)).map(({ status }) => status)
      assert.deepEqual(
        answers.toSorted((one, two) => one - two),
        [204, 410, 410],
      )
      assert.deepEqual(await statuses(cluster, visitor, me), everywhere(cluster, 401))
      await cluster.visitor().signIn(email, other)
      assert.equal((await accountOf(cluster, email)).isMailboxProven, false)
      assert.deepEqual(await statuses(cluster, cluster.people.eve, me), everywhere(cluster, 200))
    })

    test('§I78 the link of "host user reset-password" is stored as a hash, and ends after an hour', async () => {
      // Its clock is moved.
      await using later = await startCluster(kind)
      const { stdout } = await hostUser(later.database, ['reset-password', emailOf('dora')])
      const token = new URL(stdout).searchParams.get('token') ?? ''
      const database = await later.database.open({ isExclusive: false })
      const sql = 'select * from host_account_links'
      const { rows } = await database.run({ sql, parameters: [], writes: false })
      assert.equal(rows.length, 1)
      assert.ok(token.length > 40 && !JSON.stringify(rows).includes(token))
      for (const host of later.hosts) await host.tell({ clockAhead: 61 * 60_000 })
      assert.equal((await later.visitor().post('/api/auth/reset', { token, password: other })).status, 410)
    })

    test('§I78 a password from standard input is in force on every process, under the rules of passwords', async () => {
      const { email, visitor } = await newAccount(cluster, 'nora')
      const reset = (input: string) =>
        hostUser(cluster.database, ['reset-password', email, '--password-stdin'], { input })
      const short = await reset('short\n')
      assert.deepEqual([short.code, short.stderr], [1, 'Use 10 to 128 characters.'])
      assert.equal((await reset('')).code, 2)
      assert.deepEqual(await statuses(cluster, visitor, me), everywhere(cluster, 200))
      const { code, stdout, stderr } = await reset(`${other}\n`)
      assert.deepEqual(await statuses(cluster, visitor, me), everywhere(cluster, 401))
      assert.equal(code, 0, stderr)
      assert.match(stdout, /^Password set for nora@example\.test \(nora\)\. All sessions were ended\.$/)
      await cluster.visitor().signIn(email, other)
      const { status } = await cluster.visitor().post('/api/auth/login', { email, password })
      assert.equal(status, 401)
    })

    test('§I78 second factors stay unless the operator removes them', async () => {
      const { email, id, visitor } = await newAccount(cluster, 'zora')
      await enrol(visitor)
      await runSql(cluster.database, passkeyOf(id, kind.dialect))
      assert.equal((await visitor.get<Security>('/api/auth/security')).body.passkeys.length, 1)
      const login = { email, password: other }
      const set = (...options: readonly string[]) =>
        hostUser(cluster.database, ['reset-password', email, '--password-stdin', ...options], {
          input: other,
        })
      const kept = await set()
      assert.match(kept.stderr, /^Sign-in still requires the second factor\. If it is lost,/)
      const halfway = cluster.visitor()
      await halfway.post('/api/auth/login', login)
      assert.equal((await halfway.get(me)).status, 401)
      const removed = await set('--remove-second-factors')
      assert.equal(removed.stderr, 'Removed its second factors and recovery codes. All sessions were ended.')
      const signedIn = await cluster.visitor().signIn(email, other)
      const { body } = await signedIn.get<Security>('/api/auth/security')
      assert.deepEqual([body.totp.isOn, body.recoveryCodesLeft, body.passkeys], [false, 0, []])
      await entry(cluster, { action: 'passkey.removed', id })
      await entry(cluster, { action: 'second_factor.disabled', id })
    })

    test('§I79 each change of an operator is an entry of the instance log that names the command', async () => {
      const { database } = cluster
      const { email, id } = await newAccount(cluster, 'vera')
      for (const [typed, action, input] of [
        ['end-sessions', 'user.signed_out', ''],
        ['make-admin', 'admin.made', ''],
        ['reset-password', 'user.reset_asked', ''],
        ['reset-password --password-stdin', 'user.password_reset', other],
      ] as const) {
        const [name = '', ...options] = typed.split(' ')
        const { code, stderr } = await hostUser(database, [name, email, ...options], { input })
        assert.equal(code, 0, stderr)
        const { actor, endpoint } = await entry(cluster, { action, id })
        assert.deepEqual([actor.kind, endpoint], ['host', `host user ${name}`])
      }
    })

    test('§I79 a change whose entry can not be written does not happen', async () => {
      const { email, visitor } = await newAccount(cluster, 'lena')
      await runSql(cluster.database, refusedEntries[kind.dialect])
      try {
        for (const name of ['end-sessions', 'make-admin']) {
          assert.notEqual((await hostUser(cluster.database, [name, email])).code, 0)
        }
      } finally {
        await runSql(cluster.database, acceptedEntries[kind.dialect])
      }
      assert.deepEqual(await statuses(cluster, visitor, consoleUsers), everywhere(cluster, 403))
    })

    test('§I80 an account that is disabled or never verified is neither reset nor made an admin', async () => {
      const { email: disabled } = await newAccount(cluster, 'dana')
      const { email: unverified } = await newAccount(cluster, 'uma')
      await runSql(cluster.database, `update users set disabled_at = created_at where email = '${disabled}'`)
      await runSql(cluster.database, `update users set is_email_verified = false where email = '${unverified}'`)
      for (const [email, reason] of [
        [disabled, /^The account is disabled\.\nChoose another account, or ask an instance admin to enable/],
        [unverified, /^The email address of the account was never verified, so it may belong to another person\.\n/],
      ] as const) {
        for (const typed of [['make-admin'], ['reset-password'], ['reset-password', '--password-stdin']]) {
          const { code, stdout, stderr } = await hostUser(cluster.database, [...typed, email], { input: other })
          assert.deepEqual([code, stdout], [1, ''])
          assert.match(stderr, reason)
        }
      }
      await runSql(cluster.database, `update users set disabled_at = null, is_email_verified = true`)
      await cluster.visitor().signIn(disabled, password)
      const { status } = await (await cluster.visitor().signIn(unverified, password)).get(consoleUsers)
      assert.equal(status, 403)
    })
  })
}

/** Makes the database refuse the audit entries of commands and no others. */
const refusedEntries = {
  sqlite: `create trigger refuse before insert on audit_unsealed when new.endpoint like 'host user%'
    begin select raise(abort, 'refused'); end`,
  postgres: `alter table audit_unsealed add constraint refuse check (endpoint not like 'host user%') not valid`,
} as const

const acceptedEntries = {
  sqlite: 'drop trigger refuse',
  postgres: 'alter table audit_unsealed drop constraint refuse',
} as const

function passkeyOf(userId: string, dialect: 'sqlite' | 'postgres'): string {
  const key = dialect === 'sqlite' ? `x'00'` : `'\\x00'`
  return `insert into passkeys (id, user_id, credential_id, user_handle, public_key, counter, transports, name, is_synced, created_at)
    select 'pky_01h455vb4pex5vsknk084sn02q', id, 'AA', 'AA', ${key}, 0, '[]', 'Laptop', false, created_at
    from users where id = '${userId}'`
}

async function statuses({ hosts }: Cluster, visitor: Visitor, path: string): Promise<readonly number[]> {
  return await Promise.all(hosts.map(async ({ url }) => (await visitor.at(url).get(path)).status))
}

function everywhere({ hosts }: Cluster, status: number): readonly number[] {
  return hosts.map(() => status)
}

async function newAccount(cluster: Cluster, name: string): Promise<Account> {
  const visitor = await invite(cluster.people.ada, cluster.visitor(), name)
  return { email: emailOf(name), id: (await accountOf(cluster, emailOf(name))).id, visitor }
}

async function accountOf({ people }: Cluster, email: string): Promise<Accounts['items'][number]> {
  const { items } = (await people.ada.get<Accounts>(consoleUsers)).body
  const found = items.find((each) => each.email === email)
  return found ?? assert.fail(`The console lists no account of ${email}.`)
}

/** The newest entry of an action on a user in the log of the instance, once it is sealed. */
async function entry({ people: { ada } }: Cluster, { action, id }: { readonly action: string; readonly id: string }) {
  const find = async () => {
    const { body } = await ada.get<Entries>('/api/instance/audit')
    return body.items.find((each) => each.action === action && each.target === `user:${id}`)
  }
  await until(async () => (await find()) !== undefined)
  const path = `/api/instance/audit/entries/${(await find())?.id}`
  const { body } = await ada.get<{
    readonly actor: { readonly kind: string }
    readonly endpoint: string | null
  }>(path)
  return body
}

async function enrol(visitor: Visitor): Promise<void> {
  const { body } = await visitor.post<{ readonly secret: string }>('/api/auth/totp')
  const { status } = await visitor.send('PUT', '/api/auth/totp', {
    body: { code: generateSync({ secret: body.secret }) },
  })
  assert.equal(status, 200)
}
