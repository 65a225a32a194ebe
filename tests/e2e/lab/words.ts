/** Texts of the product by the keys of its own dictionaries: a test reads the same in every language. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkout } from './composed.ts'

/** The text of a key such as `account.totp.setUp`. @throws Error for a key that is in no dictionary */
export type Say = (key: string, values?: Readonly<Record<string, string>>) => string

const places = {
  sdk: 'packages/plugin-sdk/src/i18n',
  shell: 'packages/shell/src/i18n',
  account: 'plugins/account/web',
  instance: 'plugins/instance/web',
  jobs: 'plugins/jobs/web',
  notifications: 'plugins/notifications/web',
  settings: 'plugins/settings/web',
  webhooks: 'plugins/webhooks/web',
  'api-tokens': 'plugins/api-tokens/web',
  workspaces: 'plugins/workspaces/web',
} as const

/** Reads the dictionaries of a language. */
export async function wordsOf(language: 'en' | 'zh'): Promise<Say> {
  const read = async ([namespace, folder]: readonly [string, string]): Promise<readonly [string, unknown]> => [
    namespace,
    JSON.parse(await readFile(join(checkout, folder, `${language}.json`), 'utf8')),
  ]
  const all: unknown = Object.fromEntries(await Promise.all(Object.entries(places).map(read)))
  return (key, values = {}) => {
    const found = key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], all)
    if (typeof found !== 'string') throw new Error(`There is no text ${key} in ${language}.`)
    return found.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '')
  }
}
