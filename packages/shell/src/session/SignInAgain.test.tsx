import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { useState } from 'react'
import { defineUIPlugin, lazyPage, useUnsavedGuard, type Me } from '@host/plugin-sdk'
import { createFakeServer, problem, type FakeAnswers } from '@host/plugin-sdk/testing'
import { App } from '../App.tsx'
import { waitFor } from '../testing/wait-for.ts'

const me: Me = {
  user: { id: 'usr_1', email: 'ada@example.com', name: 'Ada', isInstanceAdmin: false },
  workspace: { id: 'wsp_1', slug: 'home', name: 'Home', accent: null, logo: null },
  role: 'owner',
  csrfToken: 'csrf-1',
}
const again: Me = { ...me, csrfToken: 'csrf-2' }

function DraftPage() {
  const [draft, setDraft] = useState('')
  useUnsavedGuard(draft !== '')
  return (
    <>
      <h1>Draft</h1>
      <textarea aria-label="Draft" value={draft} onChange={(event) => setDraft(event.target.value)} />
    </>
  )
}

/** Never says that something is unsaved. */
function PlainPage() {
  return (
    <>
      <h1>Plain</h1>
      <textarea aria-label="Plain" />
    </>
  )
}

const pageOf = (Component: () => React.ReactNode) => lazyPage(() => Promise.resolve({ default: Component }))
const plugin = defineUIPlugin({
  name: 'drafts',
  routes: [
    { path: '/', Component: pageOf(DraftPage) },
    { path: '/plain', Component: pageOf(PlainPage) },
  ],
})

let shown: { readonly root: Root; readonly container: HTMLElement; readonly menus: Menus } | undefined
vi.setConfig({ testTimeout: 30_000 })
afterEach(() => {
  shown?.root.unmount()
  shown?.container.remove()
})

/** The entries of the workspace, until it refuses them. */
type Menus = ReturnType<typeof createMenus>

function createMenus() {
  const entry = { label: 'Drafts', icon: 'box', category: '', order: 1 }
  const entries = [
    { ...entry, id: 'd', path: '/' },
    { ...entry, id: 'p', path: '/plain' },
  ]
  let refusal: string | undefined
  return {
    answer: () => (refusal === undefined ? entries : problem(403, refusal)),
    refuse(code: string | undefined) {
      refusal = code
    },
  }
}

/** The product, with a server behind it. */
function start(answers: FakeAnswers, address: string) {
  history.replaceState(null, '', address)
  const menus = createMenus()
  const { fetch, requests } = createFakeServer({
    'GET /api/auth/methods': [{ id: 'password', kind: 'password', label: 'Password' }],
    'GET /api/menus': menus.answer,
    'GET /api/menus/personal': [],
    'GET /api/workspaces': { items: [], nextCursor: null },
    ...answers,
  })
  const container = document.body.appendChild(document.createElement('div'))
  shown = { root: createRoot(container), container, menus }
  shown.root.render(<App fetch={fetch} loadEdition={() => Promise.resolve({ plugins: [plugin], icons: {} })} />)
  return requests
}

/** A page on which "half a thought" is typed. */
async function open(more: FakeAnswers = {}, address = '/admin?a=1') {
  const server: { me: unknown } = { me }
  const answers = {
    'GET /api/auth/me': () => server.me,
    'POST /api/auth/login': () => {
      server.me = again
      return { status: 'signed_in' }
    },
    ...more,
  }
  const requests = start(answers, address)
  await waitFor(() => expect(document.querySelector('main textarea')).not.toBeNull())
  write('main textarea', 'half a thought')
  await waitFor(() => expect(draft()).toBe('half a thought'))
  await waitFor(() => expect(document.querySelector('nav ul a')).not.toBeNull())
  return { server, requests }
}

/** Opens the same page, then ends its session. */
async function lapse(more: FakeAnswers = {}, address?: string) {
  const opened = await open(more, address)
  opened.server.me = signedOut
  tellTabs()
  await waitFor(() => expect(dialog()).not.toBeNull())
  return opened
}

const signedOut = problem(401, 'unauthenticated')

function submitPassword() {
  write('dialog input[name=password]', 'kettle-moon-otter')
  dialog()?.querySelector('form')?.requestSubmit()
}

const tellTabs = (news = 'session') => new BroadcastChannel('host.session').postMessage(news)
const dialog = () => document.querySelector<HTMLElement>('dialog[open]')
const draft = () => document.querySelector<HTMLTextAreaElement>('main textarea')?.value

function write(selector: string, value: string) {
  const field = document.querySelector(selector)
  const prototype: unknown = Object.getPrototypeOf(field)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field?.dispatchEvent(new Event('input', { bubbles: true }))
}

test('§I103 a session that ends under unsaved changes leaves the page, under a dialog that says who was signed in', async () => {
  await lapse()
  expect(dialog()?.textContent).toContain('ada@example.com')
  expect(draft()).toBe('half a thought')
  expect(location.pathname).toBe('/admin/@home')
})

test('§I103 signing in again continues at the same place, and no typed text is lost', async () => {
  const { requests } = await lapse()
  const typed = document.querySelector('main textarea')
  write('dialog input[name=password]', 'kettle-moon-otter')
  dialog()?.querySelector('form')?.requestSubmit()
  await waitFor(() => expect(dialog()).toBeNull())
  expect(document.querySelector('main textarea')).toBe(typed)
  expect(draft()).toBe('half a thought')
  const { body } = requests.find(({ path }) => path === '/api/auth/login') ?? {}
  expect(body).toEqual({ email: 'ada@example.com', password: 'kettle-moon-otter' })
})

test('text typed into a dialog stays as well', async () => {
  const homeless = { ...me, workspace: null, role: null }
  const server: { me: unknown } = { me: homeless }
  start({ 'GET /api/auth/me': () => server.me }, '/admin')
  await waitFor(() => expect(document.querySelector('main h1')).not.toBeNull())
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true, cancelable: true }))
  await waitFor(() => expect(document.querySelector('[role=dialog] input')).not.toBeNull())
  write('[role=dialog] input', 'Harbour')
  await waitFor(() => expect(document.querySelector<HTMLInputElement>('[role=dialog] input')?.value).toBe('Harbour'))
  server.me = problem(401, 'unauthenticated')
  await waitFor(() => {
    tellTabs()
    expect(dialog()).not.toBeNull()
  })
  server.me = homeless
  tellTabs()
  await waitFor(() => expect(dialog()).toBeNull())
  expect(document.querySelector<HTMLInputElement>('[role=dialog] input')?.value).toBe('Harbour')
})

test('a page that never reports unsaved changes stays as well, and continues', async () => {
  await lapse({}, '/admin/plain')
  const typed = document.querySelector('main textarea')
  submitPassword()
  await waitFor(() => expect(dialog()).toBeNull())
  expect(document.querySelector('main textarea')).toBe(typed)
  expect(draft()).toBe('half a thought')
  expect(location.pathname).toBe('/admin/@home/plain')
})

test.each(['sso_required', 'second_factor_required'])(
  'a workspace that answers %s keeps page and dialog',
  async (code) => {
    const { server } = await lapse({}, '/admin/plain')
    shown?.menus.refuse(code)
    submitPassword()
    await waitFor(() => expect(dialog()?.textContent).toContain(code))
    window.dispatchEvent(new Event('focus'))
    expect(draft()).toBe('half a thought')
    shown?.menus.refuse(undefined)
    server.me = { ...again, csrfToken: 'csrf-3' }
    window.dispatchEvent(new Event('focus'))
    await waitFor(() => expect(dialog()).toBeNull())
    expect(draft()).toBe('half a thought')
  },
)

test('signing out in another tab takes the page to the login page, and no question stands over it', async () => {
  const { server } = await open({}, '/admin/plain')
  server.me = signedOut
  tellTabs('signedOut')
  await waitFor(() => expect(location.pathname).toBe('/login'))
  expect(dialog()).toBeNull()
})

test('signing out in another tab keeps a page that says something is unsaved', async () => {
  const { server } = await open()
  server.me = signedOut
  tellTabs('signedOut')
  await waitFor(() => expect(dialog()).not.toBeNull())
  expect(draft()).toBe('half a thought')
})

test('a password that is wrong is said in the dialog, which stays', async () => {
  await lapse({ 'POST /api/auth/login': problem(401, 'invalid_credentials') })
  write('dialog input[name=password]', 'wrong')
  dialog()?.querySelector('form')?.requestSubmit()
  await waitFor(() => expect(dialog()?.textContent).toContain('invalid_credentials'))
  expect(draft()).toBe('half a thought')
})

test('a second factor is asked for in the dialog too, and nothing that was typed is lost', async () => {
  const { server, requests } = await lapse({
    'POST /api/auth/login': { status: 'second_factor', methods: ['totp'] },
    'POST /api/auth/login/second-factor': () => {
      server.me = again
      return { status: 'signed_in' }
    },
  })
  write('dialog input[name=password]', 'kettle-moon-otter')
  dialog()?.querySelector('form')?.requestSubmit()
  await waitFor(() => expect(document.querySelector('dialog input[name=code]')).not.toBeNull())
  write('dialog input[name=code]', '123456')
  dialog()?.querySelector('form')?.requestSubmit()
  await waitFor(() => expect(dialog()).toBeNull())
  expect(draft()).toBe('half a thought')
  expect(requests.some(({ path }) => path === '/api/auth/login/second-factor')).toBe(true)
})

test('signing in in another tab takes the dialog away by itself', async () => {
  const { server } = await lapse()
  server.me = again
  tellTabs()
  await waitFor(() => expect(dialog()).toBeNull())
  expect(draft()).toBe('half a thought')
})

test('a page asks for its own workspace when its user is back, whichever was used last', async () => {
  const { server, requests } = await lapse()
  server.me = again
  tellTabs()
  await waitFor(() => expect(dialog()).toBeNull())
  const names = requests.filter(({ path }) => path === '/api/auth/me').map(({ headers }) => headers.get('x-workspace'))
  expect(names).toEqual([null, ...names.slice(1).map(() => '@home')])
})

test('rights that were changed are said, and a former member sees no other workspace after signing in', async () => {
  const revoked = problem(401, 'unauthenticated', { facts: { isRevoked: true } })
  const opened = await open()
  opened.server.me = revoked
  tellTabs()
  await waitFor(() => expect(dialog()?.textContent).toContain('Your access has changed'))
  expect(draft()).toBe('half a thought')
  opened.server.me = problem(404, 'not_found')
  tellTabs()
  await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Workspace not found'))
  expect(dialog()).toBeNull()
})

test('§I103 another user who signs in sees none of the typed text', async () => {
  const { server } = await lapse()
  server.me = { ...again, user: { ...me.user, id: 'usr_2', email: 'eve@example.com', name: 'Eve' } }
  tellTabs()
  await waitFor(() => expect(dialog()).toBeNull())
  await waitFor(() => expect(draft()).toBe(''))
})

test('escape does not take the dialog away, and giving up leads to the login page with the way back', async () => {
  await lapse()
  dialog()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  expect(dialog()).not.toBeNull()
  const buttons = [...(dialog()?.querySelectorAll('button') ?? [])]
  buttons.find(({ textContent }) => textContent === 'Leave and discard changes')?.click()
  await waitFor(() => expect(location.pathname + location.search).toBe('/login?return=%2Fadmin%2F%40home%3Fa%3D1'))
  await waitFor(() => expect(document.querySelector('textarea')).toBeNull())
})
