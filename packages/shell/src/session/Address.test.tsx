import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readMe } from '@host/platform-api/session'
import { defineUIPlugin, lazyPage, Link, useQuery, useSession, type Me } from '@host/plugin-sdk'
import { createFakeServer, problem, type FakeAnswers } from '@host/plugin-sdk/testing'
import { App } from '../App.tsx'
import { waitFor } from '../testing/wait-for.ts'

const inWorkspace = (slug: string): Me => ({
  user: { id: 'usr_1', email: 'ada@example.com', name: 'Ada', isInstanceAdmin: true },
  workspace: { id: `wsp_${slug}`, slug, name: slug, accent: null, logo: null },
  role: 'owner',
  csrfToken: 'csrf-1',
})

function Place() {
  const { workspace } = useSession()
  useQuery(readMe)
  return (
    <>
      <h1>{`In ${workspace?.name}`}</h1>
      <Link to="/list?a=1">List</Link>
      <Link to="~/admin/list">Own list</Link>
      <Link to="~/admin/@work/list">Other list</Link>
    </>
  )
}

const Component = lazyPage(() => Promise.resolve({ default: Place }))
const plugin = defineUIPlugin({
  name: 'notes',
  routes: [
    { path: '/', Component },
    { path: '/list', Component },
  ],
})
const entry = { id: 'n', label: 'Notes', path: '/', icon: 'box', category: '', order: 1 }

let shown: { readonly root: Root; readonly container: HTMLElement } | undefined
vi.setConfig({ testTimeout: 30_000 })
beforeEach(() => localStorage.clear())
afterEach(() => {
  shown?.root.unmount()
  shown?.container.remove()
})

/** Opens an address against a server with the workspaces "home", which was called "old", and "work". */
async function open(at: string, more: FakeAnswers = {}) {
  history.replaceState(null, '', at)
  const { fetch, requests } = createFakeServer({
    'GET /api/auth/me': ({ headers }) => {
      const named = (headers.get('x-workspace') ?? '@home').slice(1)
      if (named === 'work') return inWorkspace('work')
      return ['home', 'old'].includes(named) ? inWorkspace('home') : problem(404, 'not_found')
    },
    'GET /api/menus': [entry, { ...entry, id: 'l', label: 'List', path: '/list' }],
    'GET /api/instance/menus': [],
    'GET /api/workspaces': { items: [], nextCursor: null },
    ...more,
  })
  const container = document.body.appendChild(document.createElement('div'))
  shown = { root: createRoot(container), container }
  shown.root.render(<App fetch={fetch} loadEdition={() => Promise.resolve({ plugins: [plugin], icons: {} })} />)
  const asked = () =>
    requests.filter(({ path }) => path === '/api/auth/me').map(({ headers }) => headers.get('x-workspace'))
  return { requests, asked }
}

const heading = () => document.querySelector('h1')?.textContent
const address = () => location.pathname + location.search
const links = () => [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'))
const arrive = (title: string, at: string) => waitFor(() => expect([heading(), address()]).toEqual([title, at]))

test('§I101 an address without a workspace gets the one that was used last, for one request', async () => {
  const { asked } = await open('/admin/list?a=1')
  await arrive('In home', '/admin/@home/list?a=1')
  expect(asked()).toEqual([null])
  expect(links()).toEqual(['/admin/@home/list?a=1', '/admin/@home/list', '/admin/@work/list'])
})

test('the workspace of an address is asked for at once, and named in every call', async () => {
  localStorage.setItem('host.signedIn', 'yes')
  const { requests, asked } = await open('/admin/@work')
  await arrive('In work', '/admin/@work')
  expect(asked()).toEqual(['@work'])
  const names = new Set(requests.map(({ headers }) => headers.get('x-workspace')))
  expect([...names].filter((name) => name !== '@work' && name !== 'wsp_work')).toEqual([])
})

test('§I101 a former slug gives way to the present one, for one request', async () => {
  const { asked } = await open('/admin/@old/list?a=1#b')
  await arrive('In home', '/admin/@home/list?a=1')
  expect([asked(), location.hash]).toEqual([['@old'], '#b'])
})

test('a link to another workspace opens it in this tab, and going back leads back', async () => {
  const { asked } = await open('/admin/@home')
  await arrive('In home', '/admin/@home')
  document.querySelector<HTMLElement>('main a[href$="@work/list"]')?.click()
  await arrive('In work', '/admin/@work/list')
  history.back()
  await arrive('In home', '/admin/@home')
  expect(asked()).toEqual(['@home', '@work', '@home'])
})

test('§I101 an address of no workspace, or of one of others, says so on one page', async () => {
  await open('/admin/@nothing/list')
  await arrive('Workspace not found', '/admin/@nothing/list')
  expect(document.querySelector('main a')?.getAttribute('href')).toBe('/admin')
  expect(document.body.textContent).not.toContain('home')
})
