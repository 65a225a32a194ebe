import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defineUIPlugin, lazyPage, type Me } from '@host/plugin-sdk'
import { createFakeServer } from '@host/plugin-sdk/testing'
import { App } from '../App.tsx'
import { waitFor } from '../testing/wait-for.ts'

const me: Me = {
  user: { id: 'usr_1', email: 'ada@example.com', name: 'Ada', isInstanceAdmin: false },
  workspace: { id: 'wsp_1', slug: 'home', name: 'Home', accent: null, logo: null },
  role: 'owner',
  csrfToken: 'csrf-1',
}

const page = (title: string) => lazyPage(() => Promise.resolve({ default: () => <h1>{title}</h1> }))

const notes = defineUIPlugin({
  name: 'notes',
  routes: [
    { path: '/', Component: page('All notes') },
    { path: '/archive', Component: page('Archive') },
    { path: '/members', Component: page('Members') },
    { path: '/settings/profile', Component: page('Profile') },
    { path: '/settings/paper', Component: page('Paper') },
  ],
  i18n: { en: {}, zh: {} },
})

const entry = (path: string, label: string) => ({ id: label, label, path, icon: 'box', category: 'Notes', order: 1 })

const menus = [
  entry('/', 'Notes'),
  entry('/archive', 'Archive'),
  { ...entry('/members', 'Members'), settings: 'workspace' },
  { ...entry('/settings/profile', 'Profile'), settings: 'account' },
  { ...entry('/settings/paper', 'Paper'), settings: 'features', feature: 'Notebook' },
]

let shown: { readonly root: Root; readonly container: HTMLElement } | undefined
vi.setConfig({ testTimeout: 30_000 })
beforeEach(() => localStorage.clear())
afterEach(() => {
  shown?.root.unmount()
  shown?.container.remove()
})

function open(path: string): void {
  history.replaceState(null, '', path)
  const { fetch } = createFakeServer({ 'GET /api/auth/me': me, 'GET /api/menus': menus })
  const container = document.body.appendChild(document.createElement('div'))
  shown = { root: createRoot(container), container }
  shown.root.render(<App fetch={fetch} loadEdition={() => Promise.resolve({ plugins: [notes], icons: {} })} />)
}

const texts = (selector: string) => Array.from(document.querySelectorAll(selector), ({ textContent }) => textContent)
const linkTo = (path: string) => document.querySelector<HTMLElement>(`nav a[href="/admin/@home${path}"]`)
const follow = (path: string) => linkTo(path)?.click()

describe('the settings', () => {
  test('§P99 are behind a gear below the sidebar, which leads to their first page', async () => {
    open('/admin')
    await waitFor(() => expect(texts('nav a')).toEqual(['Notes', 'Archive', 'Settings']))
    follow('/members')
    await waitFor(() => expect(texts('main h1')).toEqual(['Members']))
    await waitFor(() => expect(texts('nav a')).toEqual(['Back', 'Members', 'Profile', 'Paper']))
    expect(texts('nav h2')).toEqual(['Workspace', 'Account', 'Features'])
    expect(texts('nav h3')).toEqual(['Notebook'])
  })

  test('§P99 lead back to the page before them, with its query', async () => {
    open('/admin/archive?q=tea')
    await waitFor(() => expect(texts('nav a')).toContain('Settings'))
    follow('/members')
    await waitFor(() => expect(texts('nav a')).toContain('Profile'))
    follow('/settings/profile')
    await waitFor(() => expect(texts('main h1')).toEqual(['Profile']))
    follow('/archive?q=tea')
    await waitFor(() => expect(texts('main h1')).toEqual(['Archive']))
    expect(location.search).toBe('?q=tea')
    expect(texts('nav a')).toEqual(['Notes', 'Archive', 'Settings'])
  })

  test('open by their address, from which Back leads to the overview', async () => {
    open('/admin/settings/paper')
    await waitFor(() => expect(texts('nav a')).toEqual(['Back', 'Members', 'Profile', 'Paper']))
    expect(document.querySelector('nav [aria-current=page]')?.textContent).toBe('Paper')
    await waitFor(() => expect(document.title).toBe('Paper · Settings · Home · Host'))
    follow('')
    await waitFor(() => expect(texts('main h1')).toEqual(['All notes']))
  })

  test('lead to the overview also from a page that only its entry places there', async () => {
    open('/admin/members')
    await waitFor(() => expect(texts('nav a')).toContain('Back'))
    expect(linkTo('')?.textContent).toBe('Back')
  })

  test('show themselves for an address below them that has no page', async () => {
    open('/admin/settings/nowhere')
    await waitFor(() => expect(texts('main h1')).toEqual(['Page not found']))
    await waitFor(() => expect(texts('nav a')).toContain('Back'))
  })
})
