import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endpointsWith, nothing, type Me } from '@host/plugin/wire'
import * as z from 'zod/mini'
import { lazyPage } from '../lazy-page.ts'
import { mountPage, problem, type FakeAnswers, type MountedPage } from '../testing/index.ts'
import { defineUIPlugin } from '../ui-plugin.ts'
import { useListQuery } from './useListQuery.ts'
import { useQuery } from './useQuery.ts'
import { useUndoableMutation } from './useUndoableMutation.ts'

const endpoint = endpointsWith(z.toJSONSchema)
const Notes = z.object({ items: z.array(z.object({ id: z.string() })), nextCursor: z.nullable(z.string()) })
const listNotes = endpoint({
  pattern: 'GET /api/x/notes/notes',
  input: z.object({ cursor: z.optional(z.string()) }),
  output: Notes,
  summary: 'List notes',
})
const deleteNote = endpoint({
  pattern: 'DELETE /api/x/notes/notes/{id}',
  input: nothing,
  output: nothing,
  summary: 'Delete a note',
})

function NotesPage(): ReactNode {
  const { items } = useListQuery(listNotes)
  const again = useQuery(listNotes)
  const remove = useUndoableMutation(deleteNote, {
    removesFrom: [listNotes],
    done: (inputs) => `${inputs.length} gone`,
  })
  return (
    <>
      <p id="list">{items?.map(({ id }) => id).join('')}</p>
      <p id="plain">{again.data?.items.map(({ id }) => id).join('')}</p>
      <button id="remove" aria-label="remove" onClick={() => remove.mutate({ id: 'a' })} />
      <button id="all" aria-label="all" onClick={() => remove.mutateAll([{ id: 'a' }, { id: 'b' }])} />
      <button id="again" aria-label="again" onClick={() => void again.refetch()} />
    </>
  )
}

let kept: string[]
let page: MountedPage | undefined

beforeEach(() => {
  kept = ['a', 'b', 'c']
})
afterEach(async () => {
  vi.useRealTimers()
  await page?.unmount()
  page = undefined
})

const answers: FakeAnswers = {
  'GET /api/x/notes/notes': () => ({ items: kept.map((id) => ({ id })), nextCursor: null }),
  'DELETE /api/x/notes/notes/a': () => void (kept = kept.filter((id) => id !== 'a')),
  'DELETE /api/x/notes/notes/b': () => void (kept = kept.filter((id) => id !== 'b')),
}

async function mount(more: FakeAnswers = {}): Promise<MountedPage> {
  const Component = lazyPage(() => Promise.resolve({ default: NotesPage }))
  page = await mountPage({
    plugin: defineUIPlugin({ name: 'notes', routes: [{ path: '/notes', Component }] }),
    path: '/notes',
    answers: { ...answers, ...more },
  })
  return page
}

const deletions = ({ requests }: MountedPage) => requests.filter(({ method }) => method === 'DELETE')
const shown = ({ find }: MountedPage) => [find('#list').textContent, find('#plain').textContent]
const toastButton = 'output button'
const close = 'output button[aria-label="Close"]'

describe('a write that can be taken back', () => {
  test('shows at once and in every list, and nothing is sent while it can be taken back', async () => {
    const mounted = await mount()
    await mounted.click('#remove')
    expect(shown(mounted)).toEqual(['bc', 'bc'])
    expect(mounted.find('output').textContent).toContain('1 gone')
    await mounted.click('#again')
    expect(shown(mounted)).toEqual(['bc', 'bc'])
    expect(deletions(mounted)).toEqual([])
  })

  test('is undone without a trace', async () => {
    const mounted = await mount()
    await mounted.click('#all')
    expect(shown(mounted)).toEqual(['c', 'c'])
    await mounted.click(toastButton)
    expect(shown(mounted)).toEqual(['abc', 'abc'])
    await mounted.unmount()
    page = undefined
    expect(deletions(mounted)).toEqual([])
  })

  test('is sent when its toast is closed, with an idempotency key for each', async () => {
    const mounted = await mount()
    await mounted.click('#all')
    await mounted.click(close)
    expect(kept).toEqual(['c'])
    expect(shown(mounted)).toEqual(['c', 'c'])
    const keys = deletions(mounted).map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(2)
  })

  test('is sent after eight seconds', async () => {
    const mounted = await mount()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await act(async () => mounted.find('#remove').click())
    await act(() => vi.advanceTimersByTimeAsync(7_900))
    expect(deletions(mounted)).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(200))
    vi.useRealTimers()
    await mounted.act(() => undefined)
    expect(deletions(mounted)).toHaveLength(1)
    expect(shown(mounted)).toEqual(['bc', 'bc'])
  })

  test('is sent once, with the page that goes', async () => {
    const mounted = await mount()
    await mounted.click('#remove')
    await mounted.act(() => window.dispatchEvent(new Event('pagehide')))
    expect(deletions(mounted)).toHaveLength(1)
    await mounted.act(() => window.dispatchEvent(new Event('pagehide')))
    expect(deletions(mounted)).toHaveLength(1)
  })

  test('shows the record again when the server refuses, with the reason; an accepted change stays', async () => {
    const mounted = await mount({
      'DELETE /api/x/notes/notes/a': problem(409, 'conflict', { title: 'Somebody reads it', nextStep: 'Wait.' }),
    })
    await mounted.click('#all')
    await mounted.click(close)
    expect(shown(mounted)).toEqual(['ac', 'ac'])
    expect(mounted.find('output').textContent).toContain('Somebody reads it')
    expect(mounted.find('output').textContent).toContain('Wait.')
  })

  test('leaves no button behind that could no longer take it back', async () => {
    const mounted = await mount()
    await mounted.click('#remove')
    await mounted.act(() => window.dispatchEvent(new Event('pagehide')))
    expect(mounted.find('output').textContent).toBe('')
  })

  test('is not sent in another session, which is reported in place of the first message', async () => {
    let me: object = session('home', 'csrf-home')
    const mounted = await mount({ 'GET /api/auth/me': () => me })
    await mounted.click('#remove')
    me = session('work', 'csrf-work')
    const otherTab = new BroadcastChannel('host.session')
    await mounted.act(async () => {
      otherTab.postMessage('session')
      await vi.waitFor(() => expect(mounted.find('output').textContent).not.toContain('1 gone'))
    })
    otherTab.close()
    expect(deletions(mounted)).toEqual([])
    expect(mounted.find('output').textContent).toContain('Your last change was undone')
    expect(shown(mounted)).toEqual(['abc', 'abc'])
  })

  test('keeps its time when others follow at once', async () => {
    const mounted = await mount()
    for (let times = 0; times < 5; times++) await mounted.click('#remove')
    expect(deletions(mounted)).toEqual([])
  })
})

function session(workspace: string, csrfToken: string): Me {
  return {
    user: { id: 'usr_1', email: 'ada@example.com', name: 'Ada', isInstanceAdmin: false },
    workspace: { id: workspace, slug: workspace, name: workspace, accent: null, logo: null },
    role: 'owner',
    csrfToken,
  }
}
