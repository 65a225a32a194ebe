import { readConfig, undoNewer } from '@host/host'
import { inTree } from '../../../apps/server/src/edition.ts'
import type { Template } from '@host/host/testing/database/test-databases'
import { secretKey } from './secret-key.ts'

const templates = new Map<string, Template>()

/** The tables of the product's own plugins, but for some of them. */
export function editionTemplate(without: readonly string[] = []): Template {
  const key = without.toSorted().join()
  const template = templates.get(key) ?? { fill: ({ url }) => fill(url, without) }
  templates.set(key, template)
  return template
}

async function fill(url: string, without: readonly string[]): Promise<void> {
  const own = inTree.filter(({ plugin }) => !without.includes(plugin.name))
  await undoNewer({
    plugins: own.map((entry) => ({ ...entry, version: '1.0.0', outOfTree: false })),
    config: readConfig({ HOST_DATABASE_URL: url, HOST_SECRET_KEY: secretKey }),
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
}
