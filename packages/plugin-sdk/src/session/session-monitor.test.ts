import { createElement, type ReactNode } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { endpointsWith, nothing, type Me } from '@host/plugin/wire'
import * as z from 'zod/mini'
import { lazyPage } from '../lazy-page.ts'
import { useMutation } from '../query/useMutation.ts'
import { useQuery } from '../query/useQuery.ts'
import { mountPage, problem, type FakeAnswers, type MountedPage } from '../testing/index.ts'
import { defineUIPlugin } from '../ui-plugin.ts'
import { useSession, useSessionActions } from './useSession.ts'

const endpoint = endpointsWith(z.toJSONSchema)
const Note = z.object({ title: z.string() })
const readNote = endpoint({ pattern: 'GET /api/x/notes/note', input: nothing, output: Note, summary: 'Read it' })
const writeNote = endpoint({ pattern: 'PUT /api/x/notes/note', input: Note, output: Note, summary: 'Write it' })

function session(workspace: string, csrfToken: string, user = 'usr_1'): Me {
  return {
    user: { id: user, email: 'ada@example.com', name: 'Ada', isInstanceAdmin: false },
    workspace: { id: workspace, slug: workspace, name: workspace, accent: null, logo: null },
    role: 'owner',
    csrfToken,
  }
}

const homeSession = session('home', 'csrf-home')
const workSession = session('work', 'csrf-work')
const signedOut = problem(401, 'unauthenticated')

function NotePage(): ReactNode {
  const { workspace } = useSession()
  const { adopt, end } = useSessionActions()
  const note = useQuery(readNote)
  const write = useMutation(writeNote, { optimistic: (cache) => cache.update(readNote, () => ({ title: 'draft' })) })
  const buttons = {
    again: () => void note.refetch(),
    write: () => write.mutate({ title: 'mine' }),
    move: () => adopt(workSession),
    leave: end,
  }
  return [
    `${String(workspace?.name)}: ${note.data?.title ?? 'skeleton'}`,
    ...Object.entries(buttons).map(([id, onClick]) => createElement('button', { id, key: id, onClick })),
  ]
}

let page: MountedPage | undefined
afterEach(() => page?.unmount())

/** Mounts a page against a server with data for each session; `me` is the session of the browser's cookie. */
async function mount(more: FakeAnswers = {}): Promise<MountedPage & { readonly server: { me: object } }> {
  const server: { me: object } = { me: homeSession }
  const Component = lazyPage(() => Promise.resolve({ default: NotePage }))
  page = await mountPage({
    plugin: defineUIPlugin({ name: 'notes', routes: [{ path: '/notes', Component }] }),
    path: '/notes',
    answers: {
      'GET /api/auth/me': () => server.me,
      'GET /api/x/notes/note': () => ({ title: server.me === homeSession ? 'of home' : 'of work' }),
      ...more,
    },
  })
  return Object.assign(page, { server })
}

/** An answer that is given when the test wants. */
function later(): { readonly answer: Promise<object>; readonly give: (value: object) => void } {
  const { promise: answer, resolve: give } = Promise.withResolvers<object>()
  return { answer, give }
}

/** Notifies this tab as another tab does after it has changed the session. */
async function otherTab({ act }: MountedPage): Promise<void> {
  const channel = new BroadcastChannel('host.session')
  // Opened after the page's own, so that it gets the message after the page.
  const witness = new BroadcastChannel('host.session')
  await act(async () => {
    const heard = new Promise((resolve) => witness.addEventListener('message', resolve))
    channel.postMessage('session')
    await heard
  })
  channel.close()
  witness.close()
}

describe('a session that another tab has moved', () => {
  test('takes this tab along, and nothing of the workspace before stays', async () => {
    const mounted = await mount()
    expect(mounted.text()).toBe('home: of home')
    mounted.server.me = workSession
    await otherTab(mounted)
    expect(mounted.text()).toBe('work: of work')
  })

  test('a write for the workspace before is refused, and by that the tab learns where it is', async () => {
    const { text, click, server, requests } = await mount({
      'PUT /api/x/notes/note': ({ headers }) =>
        headers.get('x-csrf-token') === 'csrf-work' ? { title: 'mine' } : problem(403, 'csrf_token'),
    })
    server.me = workSession
    await click('#write')
    expect(text()).toBe('work: of work')
    await click('#write')
    const tokens = requests.filter(({ method }) => method === 'PUT').map(({ headers }) => headers.get('x-csrf-token'))
    expect(tokens).toEqual(['csrf-home', 'csrf-work'])
    const namedBy = (wanted: string) =>
      requests
        .filter(({ method, path }) => `${method} ${path}` === wanted)
        .map(({ headers }) => headers.get('x-workspace'))
    expect(namedBy('PUT /api/x/notes/note')).toEqual(['home', 'work'])
    expect(new Set(namedBy('GET /api/auth/me'))).toEqual(new Set([null]))
  })

  test('another user in the same workspace sees nothing of the one before', async () => {
    let title = 'hers'
    const mounted = await mount({ 'GET /api/x/notes/note': () => ({ title }) })
    mounted.server.me = session('home', 'csrf-2', 'usr_2')
    title = 'his'
    await otherTab(mounted)
    expect(mounted.text()).toBe('home: his')
  })

  test('the same place under a new token keeps the shown data', async () => {
    const mounted = await mount()
    const before = mounted.requests.filter(({ path }) => path.startsWith('/api/x/')).length
    mounted.server.me = session('home', 'csrf-2')
    await otherTab(mounted)
    expect(mounted.requests.filter(({ path }) => path.startsWith('/api/x/')).length).toBe(before)
  })
})

describe('requests in flight while the session moved', () => {
  test('an answer of the workspace before is not shown', async () => {
    const slow = later()
    let note: object = { title: 'of home' }
    const { text, click, act, server } = await mount({ 'GET /api/x/notes/note': () => note })
    note = slow.answer
    await click('#again')
    note = { title: 'of work' }
    server.me = workSession
    await click('#move')
    await act(() => slow.give({ title: 'late' }))
    expect(text()).toBe('work: of work')
  })

  test('a session that was being read is not taken for the new one', async () => {
    const slow = later()
    const mounted = await mount()
    mounted.server.me = slow.answer
    await otherTab(mounted)
    mounted.server.me = workSession
    await mounted.click('#move')
    await mounted.act(() => slow.give(homeSession))
    expect(mounted.text()).toBe('work: of work')
  })

  test('a write that is refused late takes nothing back into the new workspace', async () => {
    const slow = later()
    const { text, click, act, server } = await mount({ 'PUT /api/x/notes/note': () => slow.answer })
    await click('#write')
    expect(text()).toBe('home: draft')
    server.me = workSession
    await click('#move')
    await act(() => slow.give(problem(409, 'conflict')))
    expect(text()).toBe('work: of work')
  })

  test('a call answered 401 because the token changed is repeated, and the user stays signed in', async () => {
    const notes: object[] = [{ title: 'of home' }, signedOut, { title: 'again' }]
    const { text, click, server } = await mount({ 'GET /api/x/notes/note': () => notes.shift() })
    server.me = session('home', 'csrf-2')
    await click('#again')
    expect(text()).toBe('home: again')
  })

  test('a session that is answered 401 once is asked for once more', async () => {
    const answers: object[] = [homeSession, signedOut]
    const mounted = await mount({ 'GET /api/auth/me': () => answers.shift() ?? workSession })
    await otherTab(mounted)
    expect(mounted.text()).toContain('work: ')
  })
})

describe('a session that is over', () => {
  test('no page and no data stay when the server says so twice', async () => {
    let note: object = { title: 'of home' }
    const { text, click, server, requests } = await mount({ 'GET /api/x/notes/note': () => note })
    note = signedOut
    server.me = signedOut
    const before = requests.length
    await click('#again')
    expect(text()).toBe('')
    expect(requests.slice(before).filter(({ path }) => path === '/api/auth/me').length).toBe(2)
  })

  test('an endpoint that always answers 401 is not asked for ever', async () => {
    let note: object = { title: 'of home' }
    const { text, click, requests } = await mount({ 'GET /api/x/notes/note': () => note })
    note = signedOut
    const before = requests.length
    await click('#again')
    expect(text()).toBe('home: of home')
    expect(requests.length - before).toBe(2)
  })

  test('signing out removes page and data, also late answers', async () => {
    const slow = later()
    let note: object = { title: 'of home' }
    const { text, click, act } = await mount({ 'GET /api/x/notes/note': () => note })
    note = slow.answer
    await click('#again')
    await click('#leave')
    await act(() => slow.give({ title: 'late' }))
    expect(text()).toBe('')
  })
})
