/**
 * Callback paths of providers. `GET /auth/callback/{provider}` is free for any plugin, so the host serves these
 * addresses by a remainder (`{provider...}`), which has lower precedence. In a build with such a plugin they lie below
 * a segment of their own; in every other one they stay as they were registered at providers.
 */
import type { PluginFacts } from '@host/plugin'

const root = '/auth/callback'
const claimed = /^(?:GET )?\/auth\/callback\/\{\w+\}$/
const ownWord = 'sso/'

/** The path of a provider. @param plugins as they were mounted */
export function callbackPath(name: string, plugins: readonly Pick<PluginFacts, 'routes'>[]): string {
  const isClaimed = plugins.some(({ routes }) => routes.some(({ pattern }) => claimed.test(pattern)))
  return isClaimed ? `${root}/${ownWord}${name}` : `${root}/${name}`
}

/** The provider that the remainder of such a path names. */
export function providerOf(remainder: string): string {
  return remainder.startsWith(ownWord) ? remainder.slice(ownWord.length) : remainder
}
