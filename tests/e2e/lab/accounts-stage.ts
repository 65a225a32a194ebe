/** A stage for account tests: delivered mail, an identity provider, and an address for passkeys. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { freePort } from '../../../packages/cli/src/dev/free-port.ts'
import { visitProvider } from '../../spec/lab/providers/remote-browser.ts'
import { startProvider, type TestProvider } from '../../spec/lab/providers/start-provider.ts'
import { startMailServer } from '../../spec/lab/mail-server.ts'
import { openStage, type Stage } from './stage.ts'
import { until } from '../../../packages/host/testing/until.ts'

/** The stage with its external services. */
export interface AccountsStage extends Stage {
  readonly provider: TestProvider
  /** The path of the latest emailed link to a page. */
  linkTo(email: string, page: string): Promise<string>
}

/** Starts all of it; anonymous clients may register, and may come through the provider. */
export async function openAccountsStage(): Promise<AccountsStage> {
  await using stack = new AsyncDisposableStack()
  const mail = stack.use(await startMailServer())
  const port = await freePort()
  const url = `http://localhost:${port}`
  const provider = stack.use(await startProvider([`${url}/auth/callback/corp`]))
  const folder = await mkdtemp(join(tmpdir(), 'host-authority-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const authority = join(folder, 'authority.pem')
  await writeFile(authority, provider.authority)
  const stage = stack.use(
    await openStage({
      port,
      url,
      env: {
        HOST_PUBLIC_URL: url,
        HOST_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        HOST_SMTP_FROM: 'Host <host@example.test>',
        HOST_SAFEHTTP_ALLOW: provider.address,
        NODE_EXTRA_CA_CERTS: authority,
      },
    }),
  )
  await letStrangersIn(stage, provider)
  const opened = stack.move()
  return {
    ...stage,
    provider,
    async linkTo(email, page) {
      const address = new RegExp(`${url}(${page}\\?token=[\\w-]+)`)
      const find = (): string | undefined =>
        mail.emails
          .filter(({ to }) => to.includes(email))
          .flatMap((sent) => address.exec(sent.mail.text ?? '')?.[1] ?? [])
          .at(-1)
      await until(() => find() !== undefined)
      return find() ?? assert.fail(`No email to ${email} leads to ${page}.`)
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/**
 * Has a page's way through the provider walked here, which trusts its authority: browsers know no certificate of the
 * laboratory's kind.
 */
export async function visitProviderFor(page: Page): Promise<void> {
  await page.route('**/auth/begin/*', async (route) => {
    const begun = await route.fetch({ maxRedirects: 0 })
    const back = await visitProvider(begun.headers()['location'] ?? '')
    await route.fulfill({ status: 303, headers: { location: back.href } })
  })
}

async function letStrangersIn({ visitor }: Stage, { issuer, clientId, clientSecret }: TestProvider): Promise<void> {
  const settings = await visitor.send('PUT', '/api/instance/sign-in', { body: { registration: true } })
  if (settings.status !== 204) throw new Error(`The rules of signing in answered ${settings.status}.`)
  const wanted = { kind: 'oidc', key: 'corp', label: 'Corp', issuer, clientId, clientSecret }
  const made = await visitor.post('/api/instance/providers', wanted)
  if (made.status !== 201) throw new Error(`The provider answered ${made.status}: ${JSON.stringify(made.body)}`)
}
