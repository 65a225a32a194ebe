import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defineUIPlugin, lazyPage, type Me } from '@host/plugin-sdk'
import { createFakeServer, problem, type FakeAnswers } from '@host/plugin-sdk/testing'
import { App } from './App.tsx'
import { waitFor } from './testing/wait-for.ts'

const me: Me = {
  user: { id: 'usr_1', email: 'ada@example.com', name: 'Ada', isInstanceAdmin: true },
  workspace: { id: 'wsp_1', slug: 'home', name: 'Home', accent: null, logo: null },
  role: 'owner',
  csrfToken: 'csrf-1',
}

const page = (title: string) =>
  lazyPage(() =>
    Promise.resolve({
      default: () => (
        <>
          <h1>{title}</h1>
          <textarea aria-label="Draft" />
        </>
      ),
    }),
  )

const notes = defineUIPlugin({
  name: 'notes',
  routes: [
    { path: '/', Component: page('All notes') },
    { path: '/unannounced', Component: page('Unannounced') },
    { path: '/own', Component: page('My own page') },
  ],
  instanceRoutes: [{ path: '/everybody', Component: page('Notes of everybody') }],
  widgets: [{ slot: 'instance.notices', Component: lazyPage(async () => ({ default: () => <p>Notes are late</p> })) }],
  areas: [{ id: 'desk', title: 'Desk', icon: 'box', groups: [{ id: 'daily', label: 'Daily' }] }],
  i18n: { en: { area: { desk: 'My desk' }, group: { daily: 'Every day' } }, zh: {} },
})

const menu = { id: 'notes', label: 'Notes', path: '/', icon: 'box', category: 'Daily', order: 1 }
const answers: FakeAnswers = {
  'GET /api/auth/me': me,
  'GET /api/auth/policy': { canRegister: false, canResetPassword: false, isSetUp: true },
  'GET /api/auth/methods': [{ id: 'password', kind: 'password', label: 'Password' }],
  'GET /api/menus': [menu, { ...menu, id: 'ghost', label: 'Ghost', path: '/ghost' }],
  'GET /api/instance/menus': [{ ...menu, label: 'Everybody', path: '/everybody' }],
  'GET /api/workspaces': { items: [{ id: 'wsp_1', name: 'Home', slug: 'home', role: 'owner' }], nextCursor: null },
}

let shown: { readonly root: Root; readonly container: HTMLElement } | undefined
vi.setConfig({ testTimeout: 30_000 })
beforeEach(() => localStorage.clear())
afterEach(close)

function open(path: string, more: FakeAnswers = {}) {
  history.replaceState(null, '', path)
  const { fetch, requests } = createFakeServer({ ...answers, ...more })
  const container = document.body.appendChild(document.createElement('div'))
  shown = { root: createRoot(container), container }
  shown.root.render(<App fetch={fetch} loadEdition={() => Promise.resolve({ plugins: [notes], icons: {} })} />)
  return requests
}

function close() {
  shown?.root.unmount()
  shown?.container.remove()
}

const texts = (selector: string) => Array.from(document.querySelectorAll(selector), ({ textContent }) => textContent)

test('a page announced by one half only is not in the sidebar (spec §1 rule 2)', async () => {
  open('/admin')
  await waitFor(() => expect(texts('nav ul a')).toEqual(['Notes']))
  await waitFor(() => expect(texts('h1')).toEqual(['All notes']))
})

test('a group of an area is named by the dictionary of the plugin that declares it', async () => {
  open('/admin')
  await waitFor(() => expect(texts('nav h2')).toEqual(['Every day']))
})

test('a group that is folded stays folded on the next visit', async () => {
  open('/admin')
  await waitFor(() => expect(texts('nav h2 button')).toHaveLength(1))
  document.querySelector<HTMLElement>('nav h2 button')?.click()
  await waitFor(() => expect(document.querySelector('nav ul')?.hasAttribute('hidden')).toBe(true))
  close()
  open('/admin')
  await waitFor(() => expect(document.querySelector('nav h2 button')?.getAttribute('aria-expanded')).toBe('false'))
})

test('without a workspace the reader has their own pages and the way to a workspace', async () => {
  const answersWithout = {
    'GET /api/auth/me': { ...me, workspace: null, role: null },
    'GET /api/menus': problem(403, 'forbidden'),
    'GET /api/menus/personal': [{ ...menu, path: '/own', label: 'My own', category: '' }],
  }
  const requests = open('/admin/own', answersWithout)
  await waitFor(() => expect(texts('h1')).toEqual(['My own page']))
  expect(texts('nav ul a')).toEqual(['My own'])
  expect(requests.filter(({ path }) => path === '/api/menus')).toEqual([])
  close()
  open('/admin', answersWithout)
  await waitFor(() => expect(texts('h1')).toEqual(["You aren't in a workspace yet"]))
})

test('every page of a suspended workspace says why it is read-only, and whom to ask', async () => {
  const suspension = { reason: 'Unpaid invoice', since: '2026-11-20T12:00:00.000Z' }
  open('/admin', { 'GET /api/auth/me': { ...me, workspace: me.workspace && { ...me.workspace, suspension } } })
  await waitFor(() => expect(texts('h1')).toEqual(['All notes']))
  const note = texts('main [role=status]').join(' ')
  for (const text of ['Suspended since Nov 20, 2026', 'Reason: Unpaid invoice', 'Ask an instance admin']) {
    expect(note).toContain(text)
  }
})

test('every page of a workspace with support access names its instance admin, and one press ends it', async () => {
  const access = { id: 'sup_1', name: 'Finn', until: '2026-11-20T12:00:00.000Z', isReadOnly: true, isOwn: false }
  let support: readonly object[] = [access]
  const requests = open('/admin', {
    'GET /api/auth/me': () => ({ ...me, workspace: me.workspace && { ...me.workspace, support } }),
    'POST /api/support-access/sup_1/end': () => ((support = []), {}),
  })
  await waitFor(() =>
    expect(texts('main [role=status]').join(' ')).toMatch(/Finn sees .+ until Nov 20, 2026.*Read-only/),
  )
  const end = [...document.querySelectorAll<HTMLElement>('main button')].find(
    ({ textContent }) => textContent === 'End',
  )
  end?.click()
  await waitFor(() => expect(texts('main [role=status]').join(' ')).not.toContain('Finn'))
  expect(requests.filter(({ path }) => path.endsWith('/end'))).toHaveLength(1)
})

test('an anonymous user is redirected to the sign-in page and returns to the requested page', async () => {
  const session: { me: Response | Me } = { me: problem(401, 'unauthenticated') }
  open('/admin/elsewhere?a=1', {
    'GET /api/auth/me': () => session.me,
    'POST /api/auth/login': () => {
      session.me = me
      return { status: 'signed_in' }
    },
  })
  await waitFor(() => expect(document.querySelector('input[name=password]')).not.toBeNull())
  expect(location.pathname + location.search).toBe('/login?return=%2Fadmin%2Felsewhere%3Fa%3D1')
  document.querySelector('form')?.requestSubmit()
  await waitFor(() => expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(2))
  fill({ email: 'ada@example.com', password: 'kettle-moon-otter' })
  document.querySelector('form')?.requestSubmit()
  await waitFor(() => expect(location.pathname + location.search).toBe('/admin/@home/elsewhere?a=1'))
})

test('signing out in another tab leads to the login page, with the way back', async () => {
  let session: object = me
  const requests = open('/admin?a=1', { 'GET /api/auth/me': () => session })
  await waitFor(() => expect(texts('h1')).toEqual(['All notes']))
  session = problem(401, 'unauthenticated')
  new BroadcastChannel('host.session').postMessage('signedOut')
  await waitFor(() => expect(location.pathname + location.search).toBe('/login?return=%2Fadmin%2F%40home%3Fa%3D1'))
  await waitFor(() => expect(requests.some(({ path }) => path === '/api/auth/methods')).toBe(true))
})

test('another workspace begins with an empty frame, and asks for everything again', async () => {
  const work = { id: 'wsp_2', slug: 'work', name: 'Work', accent: null, logo: null }
  let session = me
  const label = () => (session.workspace?.id === 'wsp_2' ? 'Notes at work' : 'Notes')
  const requests = open('/admin', {
    'GET /api/auth/me': () => session,
    'GET /api/menus': () => [{ ...menu, label: label() }],
  })
  await waitFor(() => expect(texts('nav ul a')).toEqual(['Notes']))
  await waitFor(() => expect(document.querySelector('main textarea')).not.toBeNull())
  const typed = document.querySelector('main textarea')
  session = { ...me, workspace: work, csrfToken: 'csrf-2' }
  new BroadcastChannel('host.session').postMessage('session')
  await waitFor(() => expect(texts('nav ul a')).toEqual(['Notes at work']))
  await waitFor(() => expect(document.querySelector('main textarea')).not.toBeNull())
  expect(document.contains(typed)).toBe(false)
  expect(requests.filter(({ path }) => path === '/api/menus').length).toBe(2)
})

test('the color of the workspace is there after a reload, and the instance console keeps the product’s own', async () => {
  const hue = () => document.documentElement.style.getPropertyValue('--hue')
  const green = { ...me, workspace: { ...me.workspace, accent: '#198044' } }
  open('/admin', { 'GET /api/auth/me': green })
  await waitFor(() => expect(texts('nav ul a')).toEqual(['Notes']))
  expect(hue()).not.toBe('')
  close()
  open('/instance/everybody', { 'GET /api/auth/me': green })
  await waitFor(() => expect(texts('h1')).toEqual(['Notes of everybody']))
  expect(hue()).toBe('')
})

test('another language is asked of the server too, and the sidebar follows without a reload', async () => {
  open('/admin', {
    'GET /api/menus': ({ headers }) => [{ ...menu, label: headers.get('accept-language') === 'zh' ? '笔记' : 'Notes' }],
  })
  await waitFor(() => expect(texts('nav ul a')).toEqual(['Notes']))
  await click('header button[aria-label^="Account"]')
  await waitFor(() => expect(texts('[role=menuitemradio]')).toContain('中文'))
  for (const item of document.querySelectorAll<HTMLElement>('[role=menuitemradio]')) {
    if (item.textContent === '中文') item.click()
  }
  await waitFor(() => expect(texts('nav ul a')).toEqual(['笔记']))
  expect(document.documentElement.lang).toBe('zh-CN')
})

test('the sign-in page requests only the sign-in methods and the public permissions', async () => {
  const requests = open('/login')
  await waitFor(() => expect(document.querySelector('input[name=password]')).not.toBeNull())
  const asked = ['/api/auth/methods', '/api/auth/policy']
  await waitFor(() => expect(requests.map(({ path }) => path)).toEqual(asked))
})

test('the console bears its mark and lists its own pages', async () => {
  open('/instance/everybody')
  await waitFor(() => expect(texts('h1')).toEqual(['Notes of everybody']))
  expect(texts('header')[0]).toContain('Instance')
  expect(texts('nav a')).toEqual(['Everybody'])
})

test('notices of plugins stand above every page of the console, also above one that is not found', async () => {
  for (const path of ['/instance/everybody', '/instance/nowhere']) {
    open(path)
    await waitFor(() => expect(texts('main')[0]).toMatch(/^Notes are late.+/))
    close()
  }
})

test('the console is closed to who is not an instance admin, before anything of it is asked', async () => {
  const requests = open('/instance', {
    'GET /api/auth/me': { ...me, user: { ...me.user, isInstanceAdmin: false } },
  })
  await waitFor(() => expect(texts('h1')).toEqual(['The console is for instance admins']))
  expect(requests.some(({ path }) => path === '/api/instance/menus')).toBe(false)
})

test('an address without a page says so inside the shell', async () => {
  open('/admin/nowhere')
  await waitFor(() => expect(texts('h1')).toEqual(['Page not found']))
  await waitFor(() => expect(texts('nav ul a')).toEqual(['Notes']))
})

test('the set-up wizard asks step by step and sends everything at its end', async () => {
  const requests = open('/setup?token=abc', { 'POST /api/auth/setup': problem(410, 'gone') })
  await waitFor(() => expect(texts('h1')).toEqual(['Your account']))
  document.querySelector('form')?.requestSubmit()
  await waitFor(() => expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(3))
  fill({ name: 'Ada', email: 'ada@example.com', password: 'kettle-moon-otter' })
  document.querySelector('form')?.requestSubmit()
  await waitFor(() => expect(texts('h1')).toEqual(['Your workspace']))
  fill({ workspace: 'Home' })
  document.querySelector('form')?.requestSubmit()
  await waitFor(() => expect(texts('h1')).toEqual(['This instance is already set up']))
  expect(requests.at(-1)?.body).toEqual({
    token: 'abc',
    name: 'Ada',
    email: 'ada@example.com',
    password: 'kettle-moon-otter',
    workspace: 'Home',
  })
})

test('a setup link without its token names the link to open', async () => {
  open('/setup')
  await waitFor(() => expect(texts('h1')).toEqual(['The setup link is incomplete']))
})

async function click(selector: string) {
  await waitFor(() => expect(document.querySelector(selector)).not.toBeNull())
  document.querySelector<HTMLElement>(selector)?.click()
}

function fill(values: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(values)) {
    const input = document.querySelector(`input[name=${name}]`)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
