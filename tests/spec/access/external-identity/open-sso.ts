import type { AnyPlugin } from '@host/plugin'
import { createTestHost, type TestHost } from '@host/testing'
import { plugin as account } from '../../../../plugins/account/server/index.ts'
import { plugin as apiTokens } from '../../../../plugins/api-tokens/server/index.ts'
import { plugin as instance } from '../../../../plugins/instance/server/index.ts'
import { plugin as notifications } from '../../../../plugins/notifications/server/index.ts'
import { plugin as smtp } from '../../../../plugins/smtp/server/index.ts'
import { plugin } from '../../../../plugins/sso/server/index.ts'
import { createConnection, createProvider, type Connection, type Provider } from '../../../../plugins/sso/shared.ts'
import { plugin as workspaces } from '../../../../plugins/workspaces/server/index.ts'
import { publicUrl } from './browser.ts'

/** A client of some provider. */
interface Client {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

const product = [smtp, account, apiTokens, workspaces, instance, notifications, plugin]

/** Opens a host that may reach these addresses beyond public ones. */
export function openSso(...allowed: readonly string[]): Promise<TestHost> {
  return openSsoBeside([], allowed)
}

/** The same beside further plugins. */
export function openSsoBeside(others: readonly AnyPlugin[], allowed: readonly string[]): Promise<TestHost> {
  const environment = {
    HOST_PUBLIC_URL: publicUrl,
    HOST_SAFEHTTP_ALLOW: allowed.join(','),
    HOST_RATE_SIGN_IN: '10000',
    // Registration asks for a sender; no test here lets it send.
    HOST_SMTP_URL: 'smtp://127.0.0.1:9',
    HOST_SMTP_FROM: 'host@host.test',
  }
  return createTestHost({ plugins: [...product, ...others], environment })
}

/** Adds a provider of the instance under the key `corp`. */
export function addProvider(
  host: TestHost,
  { issuer, clientId, clientSecret }: Client,
  rest: { readonly key?: string; readonly kind?: Provider['kind']; readonly trustsSecondFactor?: boolean } = {},
): Promise<Provider> {
  const provider = { key: 'corp', kind: 'oidc' as const, label: 'Corp', issuer, clientId, clientSecret, ...rest }
  return host.as('instanceAdmin').call(createProvider, provider)
}

/** Connects the workspace `here` to a provider. */
export function connect(
  host: TestHost,
  { issuer, clientId, clientSecret }: Client,
  rest: Partial<Pick<Connection, 'defaultRole' | 'isRequired' | 'trustsSecondFactor'>> = {},
): Promise<Connection> {
  return host.as('owner').call(createConnection, { issuer, clientId, clientSecret, ...rest })
}
