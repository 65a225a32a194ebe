import { createHost, moveHost, readConfig, undoNewer } from '@host/host'
import { inTree } from '../../../apps/server/src/edition.ts'
import { testDatabases, type Template } from '@host/host/testing/database/test-databases'
import { emailOf, password } from './people.ts'
import { secretKey } from './secret-key.ts'

const templates = new Map<string, Template>()

/**
 * The tables of the product's own plugins, but for some of them. With `HOST_TEST_MOVED=1` they are those of an instance that
 * was started on the other database and moved.
 */
export function editionTemplate(without: readonly string[] = []): Template {
  const isMoved = process.env['HOST_TEST_MOVED'] === '1'
  const key = [String(isMoved), ...without.toSorted()].join()
  const template = templates.get(key) ?? { fill: ({ url }) => (isMoved ? fillByMove : fill)(url, without) }
  templates.set(key, template)
  return template
}

const log = { debug() {}, info() {}, warn() {}, error() {} }

function optionsOf(url: string, without: readonly string[]) {
  const own = inTree.filter(({ plugin }) => !without.includes(plugin.name))
  return {
    plugins: own.map((entry) => ({ ...entry, version: '1.0.0', outOfTree: false })),
    config: readConfig({
      HOST_DATABASE_URL: url,
      HOST_SECRET_KEY: secretKey,
      HOST_ADMIN_EMAIL: emailOf('ada'),
      HOST_ADMIN_PASSWORD: password,
    }),
    log,
  }
}

async function fill(url: string, without: readonly string[]): Promise<void> {
  await undoNewer(optionsOf(url, without))
}

async function fillByMove(url: string, without: readonly string[]): Promise<void> {
  const isServer = url.startsWith('postgres')
  const other = testDatabases.find(({ dialect }) => (dialect === 'postgres') !== isServer)
  if (other === undefined) throw new Error('The other database is missing.')
  await using source = await other.create()
  const options = optionsOf(source.url, without)
  const host = await createHost({ ...options, announce: () => undefined, passwordCost: { memory: 64, passes: 1 } })
  await host.stop()
  const signal = AbortSignal.timeout(100_000)
  await moveHost({ ...options, to: url, signal, onCopied: () => undefined })
}
