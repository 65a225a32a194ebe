import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defineUIPlugin, lazyPage, useFormat, usePreferences, type Me, type Preferences } from '@host/plugin-sdk'
import { createFakeServer, problem, type FakeAnswers } from '@host/plugin-sdk/testing'
import { App } from '../App.tsx'
import { waitFor } from '../testing/wait-for.ts'

const me: Me = {
  user: { id: 'usr_1', email: 'ada@example.com', name: 'Ada', isInstanceAdmin: false },
  workspace: { id: 'wsp_1', slug: 'home', name: 'Home', accent: null, logo: null },
  role: 'owner',
  csrfToken: 'csrf-1',
}
const untouched: Preferences = {
  theme: 'system',
  language: null,
  density: 'comfortable',
  motion: 'system',
  timeZone: null,
  shortcuts: true,
}
const own: Preferences = { ...untouched, theme: 'dark', density: 'compact', timeZone: 'Asia/Shanghai' }

function Page() {
  const { preferences, change } = usePreferences()
  return (
    <>
      <h1>{useFormat().dateTime('2026-01-31T20:00:00Z')}</h1>
      <button id="light" onClick={() => change({ theme: 'light' })}>
        {preferences.theme}
      </button>
      <button id="calm" onClick={() => change({ motion: 'reduced' })}>
        Calm
      </button>
    </>
  )
}

const plugin = defineUIPlugin({
  name: 'look',
  routes: [{ path: '/', Component: lazyPage(() => Promise.resolve({ default: Page })) }],
})

const root = document.documentElement
let shown: { readonly root: Root; readonly container: HTMLElement } | undefined
vi.setConfig({ testTimeout: 30_000 })

beforeEach(() => {
  localStorage.clear()
  for (const name of ['theme', 'density', 'motion']) root.removeAttribute(`data-${name}`)
})
afterEach(() => {
  shown?.root.unmount()
  shown?.container.remove()
})

function open(answers: FakeAnswers, path = '/admin') {
  history.replaceState(null, '', path)
  const { fetch, requests } = createFakeServer({
    'GET /api/auth/me': me,
    'GET /api/menus': [{ id: 'look', label: 'Appearance', path: '/', icon: 'box', category: '', order: 1 }],
    'GET /api/workspaces': { items: [], nextCursor: null },
    'GET /api/user/settings': own,
    'PUT /api/user/settings': ({ body }: { readonly body: unknown }) => body,
    ...answers,
  })
  const container = document.body.appendChild(document.createElement('div'))
  shown = { root: createRoot(container), container }
  shown.root.render(<App fetch={fetch} loadEdition={() => Promise.resolve({ plugins: [plugin], icons: {} })} />)
  return { saved: () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body) }
}

const waitForPage = () => waitFor(() => expect(document.querySelector('h1')).not.toBeNull())
const click = (selector: string) => document.querySelector<HTMLElement>(selector)?.click()

describe('the settings of an account', () => {
  test('are shown before the first page of a new device, times in the chosen zone', async () => {
    let answer: (settings: Preferences) => void = () => undefined
    open({ 'GET /api/user/settings': () => new Promise((resolve) => (answer = resolve)) })
    await waitFor(() => expect(document.querySelector('[aria-busy], [role=status]')).not.toBeNull())
    // A real wait: the page must not come meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(document.querySelector('h1')).toBeNull()
    answer(own)
    await waitForPage()
    expect([root.dataset['theme'], root.dataset['density']]).toEqual(['dark', 'compact'])
    expect(document.querySelector('h1')?.textContent).toBe('Feb 1, 2026, 4:00 AM')
  })

  test('hold up nothing on a device that shows them already', async () => {
    localStorage.setItem('host.account', 'usr_1')
    open({ 'GET /api/user/settings': () => new Promise(() => undefined) })
    await waitForPage()
  })

  test('hold up nothing when they cannot be read', async () => {
    open({ 'GET /api/user/settings': problem(404, 'not_found') })
    await waitForPage()
  })

  test('apply the choices made before sign-in', async () => {
    localStorage.setItem('host.theme', 'light')
    localStorage.setItem('host.unsaved', 'theme')
    const { saved } = open({})
    await waitForPage()
    await waitFor(() => expect(saved()).toEqual([{ ...own, theme: 'light' }]))
    expect(root.dataset['theme']).toBe('light')
    await waitFor(() => expect(localStorage.getItem('host.unsaved')).toBeNull())
  })

  test('follow a change at once, one save after the other', async () => {
    const { saved } = open({})
    await waitForPage()
    click('#light')
    click('#calm')
    expect([root.dataset['theme'], root.dataset['motion']]).toEqual(['light', 'reduced'])
    await waitFor(() => expect(saved().at(-1)).toEqual({ ...own, theme: 'light', motion: 'reduced' }))
    expect(localStorage.getItem('host.theme')).toBe('light')
  })

  test('stay as chosen without an answer, as when the page is closed meanwhile, and are saved on the next page', async () => {
    let sent = 0
    const left = { 'PUT /api/user/settings': () => ((sent += 1), Promise.reject(new TypeError('Failed to fetch'))) }
    open(left)
    await waitForPage()
    click('#light')
    await waitFor(() => expect(document.body.textContent).toContain("Couldn't save your settings"))
    expect([root.dataset['theme'], localStorage.getItem('host.unsaved')]).toEqual(['light', 'theme'])
    const tries = sent
    // A real wait: no further attempt may come meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(sent).toBe(tries)
    shown?.root.unmount()
    shown?.container.remove()
    const { saved } = open({})
    await waitFor(() => expect(saved()).toEqual([{ ...own, theme: 'light' }]))
    await waitFor(() => expect(localStorage.getItem('host.unsaved')).toBeNull())
  })

  test('revert when the server refuses a change, and the reader is notified', async () => {
    open({ 'PUT /api/user/settings': problem(503, 'service_unavailable') })
    await waitForPage()
    click('#light')
    expect(root.dataset['theme']).toBe('light')
    await waitFor(() => expect(root.dataset['theme']).toBe('dark'))
    await waitFor(() => expect(document.body.textContent).toContain("Couldn't save your settings"))
  })
})
