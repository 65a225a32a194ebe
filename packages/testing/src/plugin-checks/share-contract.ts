import { realpathSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

const contract = /^@host\/(?:plugin|client)(?:\/|$)/

/**
 * Gives the plugins of other folders the contract of this host, as composing and `host dev` do. With a copy of their own
 * nothing of one copy would be known to the other: an outbound policy of the host, for one, is a class.
 * @returns how to end that
 */
export function shareContract(folders: readonly string[]): Disposable {
  const others = folders.map((folder) => `${pathToFileURL(realpathSync(folder)).href}/`)
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = '' } = context
      const isShared = contract.test(specifier) && others.some((folder) => parentURL.startsWith(folder))
      return next(specifier, isShared ? { ...context, parentURL: import.meta.url } : context)
    },
  })
  return { [Symbol.dispose]: () => hooks.deregister() }
}
