/** A host with a real mail server, for everything that a mailed link does. */
import assert from 'node:assert/strict'
import { createTestHost, type TestHost } from '@host/testing'
import type { TestDatabase, TestDatabaseProduct } from '@host/host/testing/database/test-databases'
import { hostTables } from '@host/host/testing/database/host-tables'
import { plugin as account } from '../../../../plugins/account/server/index.ts'
import { plugin as audit } from '../../../../plugins/audit/server/index.ts'
import { plugin as instance } from '../../../../plugins/instance/server/index.ts'
import { plugin as smtp } from '../../../../plugins/smtp/server/index.ts'
import { plugin as workspaces } from '../../../../plugins/workspaces/server/index.ts'
import { startMailServer, type ArrivedEmail, type MailServer, type MailServerOptions } from '../../lab/mail-server.ts'

export const publicUrl = 'http://host.test'
export const password = 'tea-houses by the sea'

/** The response, without parts that differ with every request. */
export interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A host, its mail, and anonymous clients who call it. */
export interface RecoveryLab extends AsyncDisposable {
  readonly host: TestHost
  readonly database: TestDatabase
  readonly mail: MailServer
  /** Posts as a browser that was never here, by default from the product's own pages. */
  ask(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Got>
  /** The token of the link in the first email of this subject. */
  tokenTo(address: string, subject: string): Promise<string>
  openRegistration(): Promise<void>
  /** Makes an account by registration, not verified yet. @returns the token that verifies it */
  register(email: string, given?: string): Promise<string>
  /** The cookie of a new sign-in; undefined when it is refused. */
  signIn(email: string, given: string): Promise<string | undefined>
  /** Whether a cookie is worth anything. */
  isSignedIn(cookie: string): Promise<boolean>
}

/** Starts both. @param server options of the mail server */
export async function openRecoveryLab(
  product: TestDatabaseProduct | undefined,
  server: MailServerOptions = {},
): Promise<RecoveryLab> {
  if (product === undefined) throw new Error('There is no database to test on.')
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await product.create(hostTables))
  const mail = stack.use(await startMailServer(server))
  const host = stack.use(
    await createTestHost({
      plugins: [account, instance, workspaces, audit, smtp],
      environment: {
        HOST_DATABASE_URL: database.url,
        HOST_PUBLIC_URL: publicUrl,
        HOST_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        HOST_SMTP_FROM: 'Host <host@host.test>',
        HOST_RATE_SIGN_IN: '0',
      },
    }),
  )
  const ask: RecoveryLab['ask'] = (path, body, headers) => post(host, path, { body, headers })
  const tokenTo: RecoveryLab['tokenTo'] = async (address, subject) => tokenIn(await mail.emailTo(address, subject))
  const held = stack.move()
  return {
    host,
    database,
    mail,
    ask,
    tokenTo,
    openRegistration: async () => {
      const { status } = await host.as('instanceAdmin').put('/api/instance/sign-in', { registration: true })
      assert.equal(status, 204)
    },
    register: async (email, given = password) => {
      assert.equal((await ask('/api/auth/register', { name: 'New', email, password: given })).status, 202)
      return await tokenTo(email, 'Verify your email address')
    },
    signIn: async (email, given) => {
      const { status, headers } = await ask('/api/auth/login', { email, password: given })
      return status === 200 ? headers['set-cookie']?.split(';', 1)[0] : undefined
    },
    isSignedIn: async (cookie) => {
      const request = new Request(`${publicUrl}/api/auth/me`, { headers: { cookie } })
      return (await host.fetch(request)).status === 200
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** The smallest first. */
export function ascending(numbers: readonly number[]): readonly number[] {
  return numbers.toSorted((one, other) => one - other)
}

/** The token of the link that an email has, in both of its forms. */
export function tokenIn({ mail }: ArrivedEmail): string {
  const [, token = ''] = /\?token=([\w%-]+)/.exec(mail.text ?? '') ?? []
  assert.match(token, /^[\w-]{43}$/)
  assert.ok(mail.html?.includes(`?token=${token}`), 'both forms of a letter have the link')
  return token
}

async function post(
  host: TestHost,
  path: string,
  { body, headers = {} }: { readonly body: unknown; readonly headers?: Readonly<Record<string, string>> | undefined },
): Promise<Got> {
  const request = new Request(new URL(path, publicUrl), {
    method: 'POST',
    headers: { origin: publicUrl, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const response = await host.fetch(request)
  const text = await response.text()
  const { requestId: _, ...rest } = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
  const { 'x-request-id': __, date: ___, ...kept } = Object.fromEntries(response.headers)
  return { status: response.status, headers: kept, body: rest }
}
