import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { typed } from '@host/platform-api/typed'
import { Button, defineUIPlugin, ErrorNote, lazyPage, useMutation, useQuery } from '@host/plugin-sdk'
import { defineEndpoint, nothing } from '@host/plugin-sdk/shell'
import { createFakeServer, problem, shellAnswers, type FakeAnswers } from '@host/plugin-sdk/testing'
import { App } from '../App.tsx'
import { waitFor } from '../testing/wait-for.ts'

const erase = defineEndpoint({ pattern: 'DELETE /api/x/vault/all', input: nothing, output: nothing, summary: 'Erase' })
const reveal = defineEndpoint({
  pattern: 'POST /api/x/vault/reveal',
  input: typed<{ readonly name: string }>(),
  output: typed<{ readonly secret: string }>(),
  summary: 'Reveal',
})
const unlock = defineEndpoint({
  pattern: 'DELETE /api/x/vault/lock',
  input: nothing,
  output: nothing,
  audience: 'user',
  factor: 'totp',
  summary: 'Unlock',
})
const list = defineEndpoint({ pattern: 'GET /api/x/vault/list', input: nothing, output: nothing, summary: 'List' })

const failures = vi.fn()

function VaultPage() {
  const one = useMutation(erase, { onError: failures })
  const two = useMutation(reveal)
  const three = useMutation(unlock)
  return (
    <>
      <h1>Vault</h1>
      <Button onClick={() => three.mutate()}>Unlock</Button>
      <Button onClick={() => one.mutate()}>Erase</Button>
      <Button
        onClick={() => {
          one.mutate()
          two.mutate({ name: 'main' })
        }}
      >
        Both
      </Button>
      <ErrorNote error={one.error} />
      <output>{two.data?.secret}</output>
    </>
  )
}

function ListPage() {
  useQuery(list)
  return <h1>List</h1>
}

function SecurityPage() {
  const { mutate, data } = useMutation(reveal)
  return (
    <>
      <h1>Security</h1>
      <output>{data?.secret}</output>
      <Button onClick={() => mutate({ name: 'totp' })}>Set up</Button>
    </>
  )
}

const pageOf = (Component: () => React.ReactNode) => lazyPage(() => Promise.resolve({ default: Component }))
const plugin = defineUIPlugin({
  name: 'vault',
  routes: [
    { path: '/', Component: pageOf(VaultPage) },
    { path: '/list', Component: pageOf(ListPage) },
    { path: '/settings/security', Component: pageOf(SecurityPage) },
  ],
})

const stale = problem(403, 'reauthentication_required')
const options = { methods: ['password', 'totp'], passkey: null }

let shown: { readonly root: Root; readonly container: HTMLElement } | undefined
vi.setConfig({ testTimeout: 30_000 })
beforeEach(() => {
  localStorage.clear()
  failures.mockClear()
})
afterEach(() => {
  shown?.root.unmount()
  shown?.container.remove()
})

function open(path: string, answers: FakeAnswers) {
  history.replaceState(null, '', path)
  const { fetch, requests } = createFakeServer({
    ...shellAnswers(plugin),
    'GET /api/workspaces': { items: [], nextCursor: null },
    'POST /api/auth/reauthenticate/options': options,
    ...answers,
  })
  const container = document.body.appendChild(document.createElement('div'))
  shown = { root: createRoot(container), container }
  shown.root.render(<App fetch={fetch} loadEdition={() => Promise.resolve({ plugins: [plugin], icons: {} })} />)
  return requests
}

const dialogs = () => document.querySelectorAll<HTMLElement>('dialog[open]')
const buttons = () => [...document.querySelectorAll<HTMLElement>('button, main a')]

async function press(label: string) {
  const found = () => buttons().find(({ textContent }) => textContent.trim() === label)
  await waitFor(() => expect(found()).toBeDefined())
  found()?.focus()
  found()?.click()
}

async function prove(name: string, value: string) {
  const selector = `dialog input[name=${name}]`
  await waitFor(() => expect(document.querySelector(selector)).not.toBeNull())
  const input = document.querySelector(selector)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
  document.querySelector('dialog')?.querySelector('form')?.requestSubmit()
}

/** A vault that wants a proof first, and the calls that reached it. */
function vault() {
  const server = { isProven: false, calls: [] as string[] }
  const guarded = (name: string, done: unknown) => () => {
    server.calls.push(name)
    return server.isProven ? done : stale
  }
  return {
    server,
    answers: {
      'DELETE /api/x/vault/all': guarded('erase', undefined),
      'POST /api/x/vault/reveal': guarded('reveal', { secret: 'opened' }),
      'DELETE /api/x/vault/lock': guarded('unlock', undefined),
      'POST /api/auth/reauthenticate': ({ body }: { readonly body: unknown }) => {
        const isWrong = (body as { readonly password?: string }).password === 'wrong'
        server.isProven = !isWrong
        return isWrong ? problem(401, 'invalid_credentials') : undefined
      },
    } satisfies FakeAnswers,
  }
}

test('§5 a call that needs a fresh proof asks for it, and is sent again by itself', async () => {
  const { server, answers } = vault()
  const requests = open('/admin', answers)
  await press('Erase')
  await prove('password', 'kettle-moon-otter')
  await waitFor(() => expect(server.calls).toEqual(['erase', 'erase']))
  await waitFor(() => expect(dialogs()).toHaveLength(0))
  expect(requests.find(({ path }) => path === '/api/auth/reauthenticate')?.body).toEqual({
    password: 'kettle-moon-otter',
  })
  expect(failures).not.toHaveBeenCalled()
})

test('several calls wait for one dialog, and all of them continue', async () => {
  const { server, answers } = vault()
  open('/admin', answers)
  await press('Both')
  await waitFor(() => expect(server.calls).toHaveLength(2))
  await waitFor(() => expect(dialogs()).toHaveLength(1))
  await press('Use a code')
  await prove('code', '123456')
  await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('opened'))
  expect(server.calls.toSorted()).toEqual(['erase', 'erase', 'reveal', 'reveal'])
})

test('§I51 a change of a second factor offers no password, and takes a recovery code for a lost device', async () => {
  const { server, answers } = vault()
  const requests = open('/admin', {
    ...answers,
    'POST /api/auth/reauthenticate/options': { methods: ['password', 'totp', 'recovery', 'oidc'], passkey: null },
  })
  await press('Unlock')
  await waitFor(() => expect(document.querySelector('dialog input[name=code]')).not.toBeNull())
  const ways = [...document.querySelectorAll('dialog button')].map(
    (button) => button.getAttribute('aria-label') ?? button.textContent.trim(),
  )
  expect(ways).toEqual(['Close', 'Use a recovery code', 'Cancel', 'Confirm'])
  await press('Use a recovery code')
  await prove('code', 'aaaa-bbbb-cccc-dddd')
  await waitFor(() => expect(server.calls).toEqual(['unlock', 'unlock']))
  const given = requests.find(({ path }) => path === '/api/auth/reauthenticate')?.body
  expect(given).toEqual({ code: 'aaaa-bbbb-cccc-dddd' })
})

test('a wrong password is said at its field, and nothing is sent again', async () => {
  const { server, answers } = vault()
  open('/admin', answers)
  await press('Erase')
  await prove('password', 'wrong')
  await waitFor(() => expect(document.querySelector('dialog [aria-invalid=true]')).not.toBeNull())
  expect(server.calls).toEqual(['erase'])
})

test('giving up fails in silence, and gives the focus back', async () => {
  const { server, answers } = vault()
  open('/admin', answers)
  await press('Erase')
  await waitFor(() => expect(document.querySelector('dialog input')).not.toBeNull())
  document
    .querySelector('dialog')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  await waitFor(() => expect(dialogs()).toHaveLength(0))
  expect(server.calls).toEqual(['erase'])
  expect(failures).not.toHaveBeenCalled()
  expect(document.querySelector('[role=alert]')).toBeNull()
})

test('a server that is never content asks once and then refuses', async () => {
  const { server, answers } = vault()
  open('/admin', { ...answers, 'POST /api/auth/reauthenticate': undefined })
  await press('Erase')
  await prove('password', 'kettle-moon-otter')
  await waitFor(() => expect(server.calls).toEqual(['erase', 'erase']))
  await waitFor(() => expect(dialogs()).toHaveLength(0))
})

const own = { id: 's', label: 'Security', path: '/settings/security', icon: 'box', category: '', order: 1 }

test('§5 a workspace that requires a second factor leads to Security, which opens, and lets in once it is set up', async () => {
  const server = { isSetUp: false }
  const menus = shellAnswers(plugin)['GET /api/menus']
  open('/admin/list', {
    'GET /api/menus': () => (server.isSetUp ? menus : problem(403, 'second_factor_required')),
    'GET /api/menus/personal': [own],
    'GET /api/x/vault/list': () => (server.isSetUp ? {} : problem(403, 'second_factor_required')),
    'POST /api/x/vault/reveal': () => {
      server.isSetUp = true
      return { secret: 'set up' }
    },
  })
  const heading = () => document.querySelector('main h1')?.textContent
  await waitFor(() => expect(heading()).toBe('Set up a second factor'))
  await press('Go to Security')
  await waitFor(() => expect(heading()).toBe('Security'))
  await press('Set up')
  await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('set up'))
  const link = () => document.querySelector<HTMLElement>('nav a[href="/admin/@home/list"]')
  await waitFor(() => expect(link()).not.toBeNull())
  link()?.click()
  await waitFor(() => expect(heading()).toBe('List'))
  await waitFor(() => expect(document.querySelector('nav ul a[href="/admin/@home/list"]')).not.toBeNull())
})

test('§5 a workspace that requires its single sign-on leads there, with the way back', async () => {
  open('/admin/list', {
    'GET /api/menus': problem(403, 'sso_required'),
    'GET /api/menus/personal': [own],
  })
  await waitFor(() => expect(document.querySelector('main h1')?.textContent).toBe('Sign in with SSO'))
  const way = document.querySelector('main a')?.getAttribute('href')
  expect(way).toBe('/login?workspace=home&return=%2Fadmin%2F%40home%2Flist')
})
