import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, defaultClientConditions, type Rolldown } from 'vite'
import { hostWeb } from './host-web.ts'

/** Files by path. */
export type Files = Readonly<Record<string, string>>

/** A build of a small application with plugins composed into it, in a folder of its own. */
export interface FixtureApp {
  readonly root: string
  /** Writes a plugin's folder and composes it; later files replace earlier ones. */
  readonly compose: (name: string, files: Files) => void
  /** Installs a package whose web half is imported by the application's edition. */
  readonly install: (name: string, files: Files) => void
  /** @throws the error that stopped the build */
  readonly build: () => Promise<readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]>
  readonly remove: () => void
}

const appFiles: Files = {
  'index.html': '<!doctype html><title>App</title><script type="module" src="/src/main.ts"></script>',
  'src/main.ts': `import { lazyPage } from '@host/plugin-sdk'
import './styles.css'
document.title = typeof lazyPage
addEventListener('signed-in', () => void import('./edition.ts').then(({ edition }) => console.log(edition)))`,
  'src/edition.ts': `import { icons, plugins } from 'virtual:host-plugins'
export const edition = { icons, plugins }`,
  'src/styles.css': `@import 'tailwindcss' source(none);\n@theme { --color-*: initial; --color-surface: var(--s); }`,
}

/** A web half as its author's compiler leaves it, without any problem. */
export const goodPlugin: Files = {
  'package.json': JSON.stringify({
    name: 'host-plugin-notes-web',
    version: '1.0.0',
    type: 'module',
    peerDependencies: { '@host/plugin-sdk': '^1.0.0', react: '^19.0.0' },
  }),
  'index.js': `import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'
export const plugin = defineUIPlugin({
  name: 'notes',
  routes: [{ path: '/notes', Component: lazyPage(() => import('./NotesPage.js')) }],
  instanceRoutes: [{ path: '/notes-usage', Component: lazyPage(() => import('./pages/UsagePage.js')) }],
  areas: [{ id: 'writing', title: 'Writing', icon: 'notebook', groups: [] }],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})`,
  'NotesPage.js': `import { useTranslation } from '@host/plugin-sdk'
import { jsx } from 'react/jsx-runtime'
export default function NotesPage() {
  const { t } = useTranslation()
  return jsx('p', { className: 'bg-surface rounded-[7px]', children: t('notes.title') })
}`,
  'pages/UsagePage.js': 'export default function UsagePage() { return null }',
  'en.json': '{"title":"Notes","count_one":"{{count}} note","count_other":"{{count}} notes"}',
  'zh.json': '{"title":"笔记","count_other":"{{count}} 条笔记"}',
}

/** An application that lists no in-tree plugins. Its dependencies are those of the SDK. */
export function createFixtureApp(): FixtureApp {
  const folder = mkdtempSync(join(tmpdir(), 'host-web-'))
  const root = join(folder, 'app')
  writeFiles(root, appFiles)
  const sdk = fileURLToPath(new URL('../..', import.meta.url))
  mkdirSync(join(root, 'node_modules/@host'), { recursive: true })
  symlinkSync(sdk, join(root, 'node_modules/@host/plugin-sdk'))
  for (const name of ['react', 'react-dom', 'tailwindcss']) {
    symlinkSync(join(sdk, 'node_modules', name), join(root, 'node_modules', name))
  }
  const composed = new Map<string, object>()
  return {
    root,
    compose(name, files) {
      const dir = join(folder, 'plugins', name)
      writeFiles(dir, files)
      const half = {
        package: `host-plugin-${name}`,
        version: '1.0.0',
        dir,
        entry: join(dir, 'index.js' in files ? 'index.js' : 'web/index.ts'),
      }
      composed.set(name, { name, server: half, web: half })
    },
    install(name, files) {
      const manifest = { name, type: 'module', exports: { './web': './web/index.ts' } }
      writeFiles(join(root, 'node_modules', name), { 'package.json': JSON.stringify(manifest), ...files })
      writeFiles(root, { 'src/edition.ts': editionOf(name) })
    },
    async build() {
      const list = join(folder, 'composed.json')
      writeFileSync(list, JSON.stringify([...composed.values()]))
      return buildApp(root, list)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function editionOf(inTree: string): string {
  return `import { plugin } from '${inTree}/web'
import { icons, plugins } from 'virtual:host-plugins'
export const edition = { icons, plugins: [plugin, ...plugins] }`
}

async function buildApp(
  root: string,
  composed: string,
): Promise<readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['source', ...defaultClientConditions] },
    plugins: [hostWeb({ composed, editions: ['src/edition.ts'] })],
    build: { write: false, reportCompressedSize: false },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (output === undefined || !('output' in output)) throw new Error('The build gave no output.')
  return output.output
}

function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}
