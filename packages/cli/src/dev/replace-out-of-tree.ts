/**
 * Loaded before the server during development: replaces the empty list of the checkout by the plugins of
 * `HOST_PLUGINS`. Their imports of the contract resolve to the checkout's, as in a composed executable: two copies of
 * it would not be compatible.
 */
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

const { HOST_DEV_PLUGINS: list = '', HOST_DEV_FOLDERS: folders = '[]' } = process.env
const followed = (JSON.parse(folders) as readonly string[]).map((folder) => `${pathToFileURL(folder).href}/`)
const contract = /^@host\/(?:plugin|client)(?:\/|$)/

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context
    if (specifier === './plugins.generated.ts' && parentURL.endsWith('/apps/server/src/server.ts')) {
      return next(pathToFileURL(list).href, context)
    }
    const isShared = contract.test(specifier) && followed.some((folder) => parentURL.startsWith(folder))
    return next(specifier, isShared ? { ...context, parentURL: import.meta.url } : context)
  },
})
