/** People with browsers and authenticator apps, at the front door of a host with a clock that moves. */
import assert from 'node:assert/strict'
import { generateSync } from 'otplib'
import type { AnyPlugin } from '@host/plugin'
import { createTestHost, type TestHost } from '@host/testing'
import { testDatabases, type TestDatabaseProduct } from '@host/host/testing/database/test-databases'
import { hostTables } from '@host/host/testing/database/host-tables'
import { plugin as account } from '../../../../plugins/account/server/index.ts'
import { plugin as audit } from '../../../../plugins/audit/server/index.ts'
import { plugin as instance } from '../../../../plugins/instance/server/index.ts'
import { plugin as workspaces } from '../../../../plugins/workspaces/server/index.ts'
import { unhurried } from '../../lab/unhurried.ts'

export const publicUrl = 'https://host.test'
export const password = 'tea-houses by the sea'

/** The response. */
export interface Got {
  readonly status: number
  readonly code: string | undefined
  readonly body: Record<string, unknown>
  readonly headers: Headers
}

/** A browser: it keeps the cookies that it is given. */
export interface Browser {
  send(method: string, path: string, body?: unknown): Promise<Got>
  /** The value of a cookie that it holds. */
  cookie(name: string): string | undefined
}

/** A host, and those who use it. */
export interface SignInLab extends AsyncDisposable {
  readonly host: TestHost
  /** A browser without cookies, or with cookies stolen from another one. */
  browser(taken?: Readonly<Record<string, string>>): Browser
  /** A program with an API token. */
  program(token: string): Pick<Browser, 'send'>
  /** A browser that has passed the password step. */
  withPassword(email: string): Promise<Browser>
  /** The code that an app shows, some steps from now. */
  codeOf(secret: string, steps?: number): string
  /** Takes the password of an account away, as of people who came through a provider. */
  withoutPassword(email: string): Promise<void>
  /** Content of tables, as one text. */
  rowsOf(tables: readonly string[]): Promise<string>
  /** Sets an app up in a browser that is signed in. */
  enrol(browser: Browser): Promise<{ secret: string; recoveryCodes: readonly string[] }>
}

const [sqlite] = testDatabases

const usual: readonly AnyPlugin[] = [account, instance, workspaces, audit]

/** Starts a host. */
export async function openSignInLab(
  product: TestDatabaseProduct | undefined = sqlite,
  plugins: readonly AnyPlugin[] = usual,
): Promise<SignInLab> {
  assert.ok(product)
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await product.create(hostTables))
  const host = stack.use(
    await createTestHost({
      plugins: [...plugins],
      environment: { ...unhurried, HOST_DATABASE_URL: database.url, HOST_PUBLIC_URL: publicUrl },
    }),
  )
  const held = stack.move()
  const codeOf = (secret: string, steps = 0): string =>
    generateSync({ secret, epoch: Math.floor(host.clock.now() / 1000) + 30 * steps })
  const withPassword = async (email: string): Promise<Browser> => {
    const browser = browserOf(host)
    const { status } = await browser.send('POST', '/api/auth/login', { email, password })
    assert.equal(status, 200)
    return browser
  }
  return {
    host,
    codeOf,
    withPassword,
    browser: (taken) => browserOf(host, taken),
    program: (token) => programOf(host, token),
    withoutPassword: async (email) => {
      const opened = await database.open({ isExclusive: false })
      const sql = `update users set password_hash = null where email = '${email}'`
      await opened.run({ sql, parameters: [], writes: true })
    },
    rowsOf: async (tables) => {
      const opened = await database.open({ isExclusive: false })
      const read = (table: string) => opened.run({ sql: `select * from ${table}`, parameters: [], writes: false })
      return JSON.stringify(await Promise.all(tables.map(async (table) => (await read(table)).rows)))
    },
    enrol: async (browser) => {
      const { body } = await browser.send('POST', '/api/auth/totp')
      const secret = String(body['secret'])
      const confirmed = await browser.send('PUT', '/api/auth/totp', { code: codeOf(secret) })
      assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body))
      // The next code is another one, so that no test waits for a step by accident.
      host.clock.advance({ seconds: 30 })
      return { secret, recoveryCodes: confirmed.body['recoveryCodes'] as readonly string[] }
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

function programOf(host: TestHost, token: string): Pick<Browser, 'send'> {
  return {
    async send(method, path, body) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const sent = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
      return await gotFrom(await host.fetch(new Request(new URL(path, publicUrl), sent)))
    },
  }
}

async function gotFrom(response: Response): Promise<Got> {
  const text = await response.text()
  const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
  return { status: response.status, code: body['code'] as string | undefined, body, headers: response.headers }
}

function browserOf(host: TestHost, taken: Readonly<Record<string, string>> = {}): Browser {
  const cookies = new Map<string, string>(Object.entries(taken))
  let csrfToken: string | undefined
  const send: Browser['send'] = async (method, path, body) => {
    if (method !== 'GET' && cookies.has('__Host-session') && csrfToken === undefined) {
      const me = await send('GET', '/api/auth/me')
      csrfToken = me.body['csrfToken'] as string | undefined
    }
    const response = await host.fetch(
      new Request(new URL(path, publicUrl), {
        method,
        headers: {
          origin: publicUrl,
          ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
          ...(csrfToken !== undefined && { 'x-csrf-token': csrfToken }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
      csrfToken = undefined
    }
    return await gotFrom(response)
  }
  return { send, cookie: (name) => cookies.get(name) }
}
