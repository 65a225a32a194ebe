import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defineUIPlugin, lazyPage, useCommand, type Me } from '@host/plugin-sdk'
import { accessibilityProblems, createFakeServer, problem, type FakeAnswers } from '@host/plugin-sdk/testing'
import { App } from '../App.tsx'
import { waitFor } from '../testing/wait-for.ts'

const me: Me = {
  user: { id: 'usr_1', email: 'ada@example.com', name: 'Ada', isInstanceAdmin: true },
  workspace: { id: 'wsp_1', slug: 'home', name: 'Home', accent: null, logo: null },
  role: 'owner',
  csrfToken: 'csrf-1',
}

const created = vi.fn<() => void>()
function NotesPage() {
  useCommand({ id: 'notes.create', label: 'Create note', icon: 'plus', keys: 'c', run: created })
  return (
    <>
      <h1>Notes</h1>
      <input type="search" aria-label="Find a note" />
    </>
  )
}
const page = (title: string) => lazyPage(() => Promise.resolve({ default: () => <h1>{title}</h1> }))

const notes = defineUIPlugin({
  name: 'notes',
  routes: [
    { path: '/', Component: lazyPage(() => Promise.resolve({ default: NotesPage })) },
    { path: '/members', Component: page('Members') },
    { path: '/notes/:id', Component: page('A note') },
  ],
  instanceRoutes: [{ path: '/users', Component: page('Users') }],
  actions: [{ id: 'invite', label: 'Invite somebody', path: '/members', shortcut: 'g i' }],
})

const menu = (id: string, label: string, path: string) => ({ id, label, path, icon: 'box', category: '', order: 1 })
const answers: FakeAnswers = {
  'GET /api/auth/me': me,
  'GET /api/menus': [menu('notes', 'Notes', '/'), menu('members', 'Members', '/members')],
  'GET /api/instance/menus': [menu('users', 'Users', '/users')],
  'GET /api/actions': [{ id: 'export', label: 'Export notes', icon: 'download', path: '/' }],
  'GET /api/badges': { items: [{ path: '/members', count: 3 }] },
  'GET /api/workspaces': {
    items: [
      { id: 'wsp_1', name: 'Home', slug: 'home', role: 'owner' },
      { id: 'wsp_2', name: 'Work', slug: 'work', role: 'owner' },
    ],
    nextCursor: null,
  },
  'GET /api/search': ({ query }) => ({
    items: [{ plugin: 'notes', title: `Note on ${query.get('q')}`, path: '/notes/7', icon: 'box' }],
  }),
  'GET /api/help/docs': ({ query }) => ({
    items: [{ slug: 'notes', title: `All about ${query.get('q')} (${query.get('lang')})` }],
  }),
}

let shown: { readonly root: Root; readonly container: HTMLElement } | undefined
vi.setConfig({ testTimeout: 40_000 })
beforeEach(() => {
  localStorage.clear()
  created.mockClear()
})
afterEach(() => {
  shown?.root.unmount()
  shown?.container.remove()
})

const field = () => document.querySelector<HTMLInputElement>('dialog [role=combobox]')
const options = () => Array.from(document.querySelectorAll('[role=option]'), ({ textContent }) => textContent)
const active = () => {
  const id = field()?.getAttribute('aria-activedescendant')
  return id === null || id === undefined ? undefined : document.getElementById(id)?.textContent
}

function press(key: string, more: KeyboardEventInit = {}, on: Element = document.body) {
  on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
}

function type(value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), value)
  field()?.dispatchEvent(new Event('input', { bubbles: true }))
}

async function open(more: FakeAnswers = {}, path = '/admin') {
  history.replaceState(null, '', path)
  const { fetch, requests } = createFakeServer({ ...answers, ...more })
  const container = document.body.appendChild(document.createElement('div'))
  shown = { root: createRoot(container), container }
  shown.root.render(<App fetch={fetch} loadEdition={() => Promise.resolve({ plugins: [notes], icons: {} })} />)
  await waitFor(() => expect(document.querySelector('nav ul a')).not.toBeNull())
  await waitFor(() => expect(document.querySelector('main h1')).not.toBeNull())
  return requests
}

async function openPalette(more: FakeAnswers = {}) {
  const requests = await open(more)
  press('k', { ctrlKey: true })
  await waitFor(() => expect(options().length).toBeGreaterThan(5))
  return requests
}

test('it lists commands of the page, pages of both shells, actions, workspaces, appearance and account', async () => {
  await openPalette()
  await waitFor(() => expect(options().join('\n')).toContain('Export notes'))
  await waitFor(() => expect(options().join('\n')).toContain('Users'))
  const all = options().join('\n')
  for (const text of [
    'Create note',
    'Members',
    'Invite somebody',
    'Switch to Work',
    'Create workspace',
    'Theme: Dark',
  ]) {
    expect(all).toContain(text)
  }
  expect(all).not.toContain('Switch to Home')
  expect(options()[0]).toBe('Create noteKeys: CC')
  expect(document.querySelectorAll('[role=group][aria-labelledby] [role=option]')).toHaveLength(options().length)
  expect(await accessibilityProblems({ container: document.body })).toEqual([])
})

test('emails narrow it down, arrows move with aria-activedescendant, and enter opens', async () => {
  await openPalette()
  expect(active()).toBe(options()[0])
  press('ArrowDown', {}, field() ?? document.body)
  await waitFor(() => expect(active()).toBe(options()[1]))
  press('End', {}, field() ?? document.body)
  await waitFor(() => expect(active()).toContain('Sign out'))
  press('ArrowDown', {}, field() ?? document.body)
  await waitFor(() => expect(active()).toBe(options()[0]))
  type('memb')
  await waitFor(() => expect(active()).toContain('Members'))
  expect(document.querySelector('[role=option] mark')?.textContent).toBe('Memb')
  press('Enter', {}, field() ?? document.body)
  await waitFor(() => expect(location.pathname).toBe('/admin/@home/members'))
  await waitFor(() => expect(field()).toBeNull())
})

test('opened entries are listed first the next time, for this user and workspace', async () => {
  await openPalette()
  type('memb')
  await waitFor(() => expect(active()).toContain('Members'))
  press('Enter', {}, field() ?? document.body)
  await waitFor(() => expect(field()).toBeNull())
  press('k', { ctrlKey: true })
  await waitFor(() => expect(options()[0]).toContain('Members'))
  expect(Object.keys(localStorage)).toContain('host.recent.usr_1.wsp_1')
})

const shelve = { id: 'add', label: 'Add shelf', icon: 'box', path: '/members?add=1', creates: true }
const write = { id: 'write', label: 'Write note', icon: 'box', path: '/?create=1', creates: true }

test('actions that create a record come first, in the order of the sidebar', async () => {
  await openPalette({ 'GET /api/actions': [shelve, write, tidy] })
  await waitFor(() => expect(options()).toContain('Add shelf'))
  expect(options().slice(0, 3)).toEqual(['Write note', 'Add shelf', 'Create noteKeys: CC'])
})

test('c opens the Create menu on a page that creates nothing itself, and its entries open their forms', async () => {
  await open({ 'GET /api/actions': [shelve, write, tidy] }, '/admin/members')
  await waitFor(() => expect(document.querySelector('header button[aria-label=Create]')).not.toBeNull())
  press('c')
  const items = () => Array.from(document.querySelectorAll<HTMLElement>('[role=menuitem]'))
  await waitFor(() => expect(items().map(({ textContent }) => textContent)).toEqual(['Write note', 'Add shelf']))
  items()[0]?.click()
  await waitFor(() => expect(location.pathname + location.search).toBe('/admin/@home/?create=1'))
})

test('a reader who may create nothing has no Create button', async () => {
  const requests = await open({ 'GET /api/actions': [tidy] })
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('/api/actions'))
  expect(document.querySelector('header button[aria-label=Create]')).toBeNull()
})

test('records are asked for once the typing pauses, and a search that fails is said without taking the rest away', async () => {
  const requests = await openPalette()
  for (const text of ['n', 'no', 'not']) type(text)
  await waitFor(() => expect(options().join('\n')).toContain('Note on not'))
  const asked = requests.filter(({ path }) => path === '/api/search').map(({ query }) => query.get('q'))
  expect(asked).toEqual(['not'])
})

test('pages of the help are found too, in the language of the reader, and stand last', async () => {
  await openPalette()
  type('ink')
  await waitFor(() => expect(options().at(-1)).toContain('All about ink (en)'))
  expect(document.querySelector('dialog')?.textContent).toContain('Help')
})

test('a search that fails is said calmly', async () => {
  await openPalette({ 'GET /api/search': problem(403, 'forbidden') })
  type('note')
  await waitFor(() => expect(document.querySelector('dialog output')?.textContent).toContain('Search failed'))
  expect(options().join('\n')).toContain('Notes')
})

test('a query without results says so, and Escape closes', async () => {
  await openPalette({ 'GET /api/search': { items: [] }, 'GET /api/help/docs': { items: [] } })
  type('qqqq')
  await waitFor(() => expect(document.querySelector('dialog output')?.textContent).toContain('No results'))
  press('Escape', {}, field() ?? document.body)
  await waitFor(() => expect(field()).toBeNull())
})

test('an enter that ends a composition opens nothing', async () => {
  await openPalette()
  press('Enter', { isComposing: true }, field() ?? document.body)
  expect(field()).not.toBeNull()
  expect(created).not.toHaveBeenCalled()
})

test('with mod, enter opens a page in another tab', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  await openPalette()
  type('memb')
  await waitFor(() => expect(active()).toContain('Members'))
  press('Enter', { ctrlKey: true }, field() ?? document.body)
  expect(opened).toHaveBeenCalledWith('/admin/@home/members', '_blank', 'noopener')
  expect(location.pathname).toBe('/admin/@home')
})

test('g and a letter lead to a page, c creates, / goes to the search of the page, ? lists them all', async () => {
  await open()
  press('c')
  expect(created).toHaveBeenCalledOnce()
  press('/')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Find a note')
  press('?', { shiftKey: true })
  await waitFor(() => expect(document.querySelector('[role=dialog] dl')).not.toBeNull())
  const listed = document.querySelector('[role=dialog]')?.textContent ?? ''
  for (const text of ['Create note', 'Search and commands', 'Invite somebody']) expect(listed).toContain(text)
  press('Escape', {}, document.querySelector('[role=dialog]') ?? document.body)
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  press('g')
  press('m')
  await waitFor(() => expect(location.pathname).toBe('/admin/@home/members'))
})

test('a reader who switched single keys off keeps mod and k alone', async () => {
  const settings = { theme: 'system', language: 'en', density: 'comfortable', motion: 'system', timeZone: null }
  await open({ 'GET /api/user/settings': { ...settings, shortcuts: false } })
  await waitFor(() => {
    created.mockClear()
    press('c')
    expect(created).not.toHaveBeenCalled()
  })
  press('k', { ctrlKey: true })
  await waitFor(() => expect(field()).not.toBeNull())
})

test('the sidebar shows the badge of a page, folds to a rail with badges, and stays folded', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) => Object.assign(new EventTarget(), { matches: true, media }) as MediaQueryList,
  )
  await open()
  await waitFor(() => expect(document.querySelector('nav a[aria-label="Members, 3 waiting"]')).not.toBeNull())
  press('[')
  await waitFor(() => expect(document.querySelector('button[aria-label="Expand sidebar"]')).not.toBeNull())
  const names = Array.from(document.querySelectorAll('nav ul a'), (link) => link.getAttribute('aria-label'))
  expect(names).toEqual(['Notes', 'Members, 3 waiting'])
  expect(localStorage.getItem('host.sidebar.tenant.wide')).toBe('rail')
})

test('the console always shows the labels of its rail, also where the sidebar of the dashboard is folded', async () => {
  const labels = () => Array.from(document.querySelectorAll('nav ul a'), ({ textContent }) => textContent)
  for (const width of ['wide', 'narrow']) localStorage.setItem(`host.sidebar.tenant.${width}`, 'rail')
  await open({}, '/instance/users')
  await waitFor(() => expect(labels()).toEqual(['Users']))
  press('[')
  press('?')
  await waitFor(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('Search this page'))
  expect(document.querySelector('[role=dialog]')?.textContent).not.toContain('Collapse or expand sidebar')
  expect(labels()).toEqual(['Users'])
  expect(document.querySelector('button[aria-label*="sidebar"]')).toBeNull()
})

test('the list of the help has the categories in the order of the server', async () => {
  const pages = ['licensing', 'commerce', 'licensing', 'start'].map((category, place) => ({
    slug: `page-${place}`,
    title: `Page ${place}`,
    category,
  }))
  await openPalette({ 'GET /api/help/docs': { items: pages } })
  await waitFor(() => expect(options()).toContain('Help'))
  await pick('Help')
  const read = (selector: string) =>
    Array.from(document.querySelectorAll(`[role=dialog] ${selector}`), ({ textContent }) => textContent)
  await waitFor(() => expect(read('section h2')).toEqual(['Licensing', 'Commerce', 'Getting started']))
  expect(read('section li')).toEqual(['Page 0', 'Page 2', 'Page 1', 'Page 3'])
})

const tidy = { id: 'tidy', label: 'Tidy the shelves', icon: 'box', call: 'POST /api/x/shelves/tidy' }
const pick = async (label: string) => {
  type(label)
  await waitFor(() => expect(active()).toContain(label))
  press('Enter', {}, field() ?? document.body)
  await waitFor(() => expect(field()).toBeNull())
}

test('§A78 an endpoint that is picked is called once with a key, its outcome is reported, and nothing is stored', async () => {
  const requests = await openPalette({ 'GET /api/actions': [tidy], 'POST /api/x/shelves/tidy': null })
  await waitFor(() => expect(options().join('\n')).toContain('Tidy the shelves'))
  await pick('Tidy the shelves')
  await waitFor(() => expect(document.body.textContent).toContain('Tidy the shelves: done'))
  const sent = requests.filter(({ path }) => path === '/api/x/shelves/tidy')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.headers.get('x-csrf-token')).toBe('csrf-1')
  expect(sent[0]?.headers.get('idempotency-key')).not.toBeNull()
  expect(location.pathname).toBe('/admin/@home')
  expect(JSON.stringify({ ...localStorage })).not.toContain('Tidy')
})

test('§A78 a refusal of the host is reported, too', async () => {
  await openPalette({
    'GET /api/actions': [tidy],
    'POST /api/x/shelves/tidy': problem(409, 'conflict', { title: 'Somebody is on the ladder' }),
  })
  await waitFor(() => expect(options().join('\n')).toContain('Tidy the shelves'))
  await pick('Tidy the shelves')
  await waitFor(() => expect(document.body.textContent).toContain('Somebody is on the ladder'))
})
