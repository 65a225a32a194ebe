import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Out-of-tree plugins for an edition. */
export interface WrittenPlugins {
  /** Where their repositories are written. */
  readonly folder: string
  readonly count: number
  /** Tables of each. */
  readonly tables: number
  /** Whether each has a page of its own. */
  readonly hasWeb: boolean
}

/**
 * Writes plugin repositories that differ only in their names, and need nothing installed.
 * @returns the value of `HOST_PLUGINS` that composes them
 */
export async function writePlugins({ folder, count, tables, hasWeb }: WrittenPlugins): Promise<string> {
  const entries: { readonly server: string; readonly npm?: string }[] = []
  for (let index = 0; index < count; index += 1) {
    const name = `load-${String(index).padStart(3, '0')}`
    const server = join(folder, name)
    await writeFiles(server, serverFiles(name, tables))
    if (hasWeb) await writeFiles(join(server, 'web'), webFiles(name))
    entries.push({ server, ...(hasWeb ? { npm: join(server, 'web') } : {}) })
  }
  return JSON.stringify(entries)
}

type Files = Readonly<Record<string, string>>

async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

function serverFiles(name: string, tables: number): Files {
  const manifest = {
    name: `host-plugin-${name}`,
    version: '1.0.0',
    type: 'module',
    exports: { '.': './plugin.ts' },
    peerDependencies: { '@host/plugin': '^1.0.0' },
  }
  return { 'package.json': JSON.stringify(manifest), 'plugin.ts': pluginText(name, tables) }
}

function pluginText(name: string, tables: number): string {
  const prefix = name.replace('-', '_')
  const models = Array.from({ length: tables }, (_, table) => `model('${prefix}_table_${table}', columns, keys)`)
  return `import { column, definePlugin, json, model } from '@host/plugin'

const columns = {
  id: column.id('row'),
  org_id: column.org(),
  title: column.text({ max: 200 }),
  count: column.integer({ default: 0 }),
  created_at: column.time({ default: 'now' }),
}
const keys = { index: [['org_id', 'created_at'], ['org_id', 'id']] }

export const plugin = definePlugin({
  name: '${name}',
  info: { title: '${name}', description: 'Stands in an edition', icon: 'gauge', category: 'Load', api: '^1' },
  models: [${models.join(', ')}],
  menus: [{ id: '${name}', label: '${name}', path: '/${name}', icon: 'gauge', category: 'Load' }],
  mount(mux, ctx) {
    for (let kind = 0; kind < 10; kind += 1) {
      mux.handle(\`GET /api/x/${name}/kind-\${kind}/{id}\`, ctx.guard(async ({ params }) => json({ id: params.id })))
    }
  },
})
`
}

function webFiles(name: string): Files {
  const manifest = {
    name: `host-plugin-${name}-web`,
    version: '1.0.0',
    type: 'module',
    exports: { '.': './index.ts' },
    peerDependencies: { '@host/plugin-sdk': '^1.0.0', react: '^19.0.0' },
  }
  const index = `import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export default defineUIPlugin({
  name: '${name}',
  routes: [{ path: '/${name}', Component: lazyPage(() => import('./LoadPage.tsx')) }],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
`
  return {
    'package.json': JSON.stringify(manifest),
    'index.ts': index,
    'LoadPage.tsx': pageText(name),
    'en.json': JSON.stringify({ pageTitle: name, add: 'Add' }),
    'zh.json': JSON.stringify({ pageTitle: name, add: '添加' }),
  }
}

function pageText(name: string): string {
  return `import { useState } from 'react'
import { Button, GlassCard, PageHeader, useTranslation } from '@host/plugin-sdk'

export default function LoadPage() {
  const { t } = useTranslation()
  const [count, setCount] = useState(0)
  return (
    <GlassCard>
      <PageHeader title={t('${name}.pageTitle')} />
      <Button onClick={() => setCount(count + 1)}>{t('${name}.add')} {count}</Button>
    </GlassCard>
  )
}
`
}
