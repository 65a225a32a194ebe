import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import type { Language } from '@host/plugin/wire'
import { loadDictionary } from '../i18n/texts.ts'
import { createLiveFeed, type LiveFeed } from '../live/live-context.ts'
import type { ShellScope } from '../plugin-gate/resolve-pages.ts'
import type { UIPlugin } from '../ui-plugin.ts'
import { createFakeServer, shellAnswers, type FakeAnswers, type FakeServer } from './fake-server.ts'
import { MountedShell } from './MountedShell.tsx'
import { pressKeys, typeInto } from './reader-acts.ts'

/** The page to mount and the server's answers. */
export interface MountOptions {
  readonly plugin: UIPlugin
  /** The page's address inside its shell, with its query. */
  readonly path: `/${string}`
  /** Answers by `METHOD /path`; those of the shell are there already and may be replaced. */
  readonly answers?: FakeAnswers
  /** `tenant` when left out. */
  readonly scope?: ShellScope
  readonly language?: Language
  readonly theme?: 'light' | 'dark'
}

/** A page on a document, with a server of answers behind it. */
export interface MountedPage extends Pick<FakeServer, 'requests'> {
  readonly container: HTMLElement
  /** The visible text, as one line. */
  readonly text: () => string
  /** The one element that a selector names. @throws Error when there is none */
  readonly find: <Found extends HTMLElement = HTMLElement>(selector: string) => Found
  /** Does something and waits until everything that it began has settled. */
  readonly act: (what: () => unknown) => Promise<void>
  readonly click: (selector: string) => Promise<void>
  /** Replaces the value of a control by typing. */
  readonly fill: (selector: string, text: string) => Promise<void>
  /** Presses a key where the focus is, such as `Escape` or `c`; `mod+k` and `shift+?` hold others with it. */
  readonly press: (keys: string) => Promise<void>
  /** Notifies the page, as the server would, that another user has changed data at or under an API path. */
  readonly changeElsewhere: (path: `/api/${string}`) => Promise<void>
  readonly unmount: () => Promise<void>
}

/**
 * Each theme and each language once, for tests that run in each. A test without a browser sees no colors and no layout, so
 * every language in every theme would find nothing more.
 */
export const variants: readonly Required<Pick<MountOptions, 'theme' | 'language'>>[] = Object.freeze([
  { theme: 'light', language: 'en' },
  { theme: 'dark', language: 'zh' },
])

/**
 * Mounts a page as the shell does: signed in as an owner, behind its gate, its feature switched on.
 * @example
 * const page = await mountPage({ plugin, path: '/notes', answers: { 'GET /api/x/notes/notes': { items: [], nextCursor: null } } })
 * expect(page.text()).toContain('No notes yet')
 * @since 1.0.0
 */
export async function mountPage(options: MountOptions): Promise<MountedPage> {
  const { path, scope = 'tenant', language = 'en', theme = 'light', answers = {} } = options
  const base = scope === 'tenant' ? '/admin' : '/instance'
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.setItem('host.language', language)
  localStorage.setItem('host.theme', theme)
  document.documentElement.dataset['theme'] = theme
  history.replaceState(null, '', base + (path === '/' ? '' : path))
  const plugin = await loadAhead(options.plugin)
  const server = createFakeServer({ ...shellAnswers(plugin), ...answers })
  const container = document.body.appendChild(document.createElement('main'))
  const root = createRoot(container, { onCaughtError: () => undefined })
  const run = async (what: () => unknown): Promise<void> => {
    await act(async () => void (await what()))
    await settle(server)
  }
  const live = createLiveFeed()
  await run(() => root.render(createElement(MountedShell, { plugin, scope, base, fetch: server.fetch, live })))
  return mounted(container, server, { run, live, unmount: () => act(async () => root.unmount()) })
}

interface Actions {
  readonly run: MountedPage['act']
  readonly live: LiveFeed
  readonly unmount: () => Promise<void>
}

function mounted(container: HTMLElement, { requests }: FakeServer, { run, live, unmount }: Actions): MountedPage {
  const find: MountedPage['find'] = <Found extends HTMLElement>(selector: string): Found => {
    const found = document.querySelector<Found>(selector)
    if (found === null) throw new Error(`Nothing on the page is ${selector}; it reads: ${container.textContent}`)
    return found
  }
  return {
    container,
    requests,
    find,
    text: () => (container.textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
    act: run,
    click: (selector) => run(() => find(selector).click()),
    fill: (selector, text) => run(() => typeInto(find(selector), text)),
    changeElsewhere: (path) => run(() => live.tell({ paths: [path], by: null })),
    press: (keys) => run(() => pressKeys(document.activeElement ?? document.body, keys)),
    async unmount() {
      await unmount()
      container.remove()
    },
  }
}

/** The plugin with everything that it would load by itself, so that nothing but answers is left to wait for. */
async function loadAhead(plugin: UIPlugin): Promise<UIPlugin> {
  const { routes = [], instanceRoutes = [], widgets = [], i18n } = plugin
  await Promise.all([...routes, ...instanceRoutes, ...widgets].map(async ({ Component }) => Component.preload?.()))
  if (i18n === undefined) return plugin
  const [en, zh] = await Promise.all([loadDictionary(i18n.en), loadDictionary(i18n.zh)])
  return { ...plugin, i18n: { en, zh } }
}

/** Waits until responses have arrived and React has rendered them: ten event loop turns in a row without a request. */
async function settle({ requests }: FakeServer): Promise<void> {
  let asked = requests.length
  for (let quiet = 0; quiet < 10; quiet++) {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, 0)))
    if (requests.length > asked) quiet = 0
    asked = requests.length
  }
}
