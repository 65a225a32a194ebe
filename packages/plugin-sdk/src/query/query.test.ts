import { createElement, type ReactNode } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { endpointsWith, nothing } from '@host/plugin/wire'
import * as z from 'zod/mini'
import { useTranslation } from '../i18n/useTranslation.ts'
import { lazyPage } from '../lazy-page.ts'
import { mountPage, problem, type FakeAnswers, type MountedPage } from '../testing/index.ts'
import { defineUIPlugin } from '../ui-plugin.ts'
import { useListQuery } from './useListQuery.ts'
import { useMutation } from './useMutation.ts'
import { useQuery } from './useQuery.ts'

const endpoint = endpointsWith(z.toJSONSchema)
const Note = z.object({ id: z.string(), title: z.string() })
const listNotes = endpoint({
  pattern: 'GET /api/x/notes/notes',
  input: z.object({ status: z.optional(z.string()) }),
  output: z.array(Note),
  summary: 'List notes',
})
const pageNotes = endpoint({
  pattern: 'GET /api/x/notes/paged',
  input: z.object({ cursor: z.optional(z.string()) }),
  output: z.object({ items: z.array(Note), nextCursor: z.nullable(z.string()) }),
  summary: 'Page through notes',
})
const renameNote = endpoint({
  pattern: 'PATCH /api/x/notes/notes/{id}',
  input: z.object({ title: z.string() }),
  output: Note,
  summary: 'Rename a note',
})
const switchOff = endpoint({ pattern: 'POST /api/x/notes/off', input: nothing, output: nothing, summary: 'Switch off' })

let page: MountedPage | undefined
afterEach(() => page?.unmount())

async function mount(Page: () => ReactNode, answers: FakeAnswers): Promise<MountedPage> {
  const Component = lazyPage(() => Promise.resolve({ default: Page }))
  page = await mountPage({
    plugin: defineUIPlugin({ name: 'notes', routes: [{ path: '/notes', Component }] }),
    path: '/notes',
    answers,
  })
  return page
}

function button(id: string, onClick: () => void): ReactNode {
  return createElement('button', { id, key: id, onClick })
}

function calls({ requests }: MountedPage, path: string): number {
  return requests.filter((request) => request.path === path).length
}

const notes = [{ id: 'a', title: 'A' }]
const path = '/api/x/notes/notes'

function TitlesPage(): ReactNode {
  const { data } = useQuery(listNotes)
  const rename = useMutation(renameNote, {
    invalidates: [listNotes],
    optimistic: (cache, { id, title }) =>
      cache.update(listNotes, (all) => all.map((note) => (note.id === id ? { ...note, title } : note))),
  })
  return [
    data?.map(({ title }) => title).join(),
    rename.error?.problem?.detail,
    button('rename', () => rename.mutate({ id: 'a', title: 'B' })),
  ]
}

describe('useQuery', () => {
  test('§4.31 server data live in the hooks alone: two parts that ask the same share one answer', async () => {
    const Part = (): ReactNode => useQuery(listNotes).data?.[0]?.title
    const mounted = await mount(() => [createElement(Part, { key: 1 }), createElement(Part, { key: 2 })], {
      [`GET ${path}`]: notes,
    })
    expect(mounted.text()).toBe('AA')
    expect(calls(mounted, path)).toBe(1)
  })

  test('an error that the page wants is given to the page', async () => {
    const Page = (): ReactNode => useQuery(listNotes, {}, { errors: 'page' }).error?.code
    const { text } = await mount(Page, { [`GET ${path}`]: problem(403, 'forbidden') })
    expect(text()).toBe('forbidden')
  })

  test('a failed refetch keeps the shown data, a refusal does not', async () => {
    let answer: FakeAnswers[string] = notes
    const Page = (): ReactNode => {
      const { data, refetch } = useQuery(listNotes)
      return [data?.[0]?.title, button('again', () => void refetch())]
    }
    const { text, click } = await mount(Page, { [`GET ${path}`]: () => answer })
    answer = problem(400, 'bad_request')
    await click('#again')
    expect(text()).toBe('A')
    answer = problem(404, 'feature_disabled')
    await click('#again')
    expect(text()).toContain('This feature is off')
  })

  test('data shown before a refusal is not shown again while the server is asked again', async () => {
    let answer: FakeAnswers[string] = notes
    let release = (): void => undefined
    const Part = (): ReactNode => {
      const { data, refetch } = useQuery(listNotes)
      return [data?.[0]?.title ?? 'skeleton', button('again', () => void refetch())]
    }
    const { text, click, act } = await mount(Part, { [`GET ${path}`]: () => answer })
    answer = problem(400, 'bad_request')
    await click('#again')
    expect(text()).toBe('A')
    answer = problem(403, 'forbidden')
    await click('#again')
    expect(text()).toContain("You don't have access to this page")
    answer = new Promise((resolve) => {
      release = () => resolve(problem(403, 'forbidden'))
    })
    await act(() => {
      history.pushState(null, '', '/admin/')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    await act(() => {
      history.pushState(null, '', '/admin/notes')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    expect(text()).toBe('skeleton')
    await act(() => release())
    expect(text()).toContain("You don't have access to this page")
  })

  test('old data stay while another input loads', async () => {
    let release = (): void => undefined
    let status = 'open'
    const Page = (): ReactNode => {
      const { data, isPrevious, refetch } = useQuery(listNotes, { status })
      return [`${String(data?.[0]?.title)} ${String(isPrevious)}`, button('next', () => void refetch())]
    }
    const mounted = await mount(Page, {
      [`GET ${path}`]: ({ query }) =>
        query.get('status') === 'open'
          ? notes
          : new Promise((resolve) => {
              release = () => resolve([{ id: 'b', title: 'B' }])
            }),
    })
    status = 'done'
    await mounted.click('#next')
    expect(mounted.text()).toBe('A true')
    await mounted.act(() => release())
    expect(mounted.text()).toBe('B false')
  })
})

test('an answer that was on its way in the language before is not kept', async () => {
  const asked: ((answer: object) => void)[] = []
  const Page = (): ReactNode => {
    const { setLanguage } = useTranslation()
    return [useQuery(listNotes).data?.[0]?.title, button('zh', () => void setLanguage('zh'))]
  }
  const { text, click, act } = await mount(Page, {
    [`GET ${path}`]: ({ headers }) =>
      headers.get('accept-language') === 'zh'
        ? [{ id: 'a', title: '笔记' }]
        : new Promise((resolve) => {
            asked.push(resolve)
          }),
  })
  await click('#zh')
  await act(() => asked[0]?.(notes))
  expect(text()).toBe('笔记')
})

describe('useListQuery', () => {
  test('loads page after page by the cursor', async () => {
    const Page = (): ReactNode => {
      const { items, hasMore, loadMore } = useListQuery(pageNotes)
      return [`${items?.map(({ id }) => id).join()} ${String(hasMore)}`, button('more', () => void loadMore())]
    }
    const { text, click } = await mount(Page, {
      'GET /api/x/notes/paged': ({ query }) =>
        query.get('cursor') === null
          ? { items: [{ id: 'a', title: '' }], nextCursor: 'c1' }
          : { items: [{ id: query.get('cursor'), title: '' }], nextCursor: null },
    })
    expect(text()).toBe('a true')
    await click('#more')
    expect(text()).toBe('a,c1 false')
  })
})

describe('useMutation', () => {
  test('sends the CSRF token and its own idempotency key, and refetches changed queries', async () => {
    let title = 'A'
    const { text, click, requests } = await mount(TitlesPage, {
      [`GET ${path}`]: () => [{ id: 'a', title }],
      [`PATCH ${path}/a`]: ({ body }) => {
        title = `${(body as { title: string }).title} by the server`
        return { id: 'a', title }
      },
    })
    await click('#rename')
    await click('#rename')
    expect(text()).toBe('B by the server')
    const writes = requests.filter(({ method }) => method === 'PATCH')
    expect(writes.map(({ headers }) => headers.get('x-csrf-token'))).toEqual(['csrf-1', 'csrf-1'])
    const keys = writes.map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(2)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  })

  test('shows the result at once, and takes it back when the server refuses', async () => {
    let refuse = (): void => undefined
    const mounted = await mount(TitlesPage, {
      [`GET ${path}`]: notes,
      [`PATCH ${path}/a`]: () =>
        new Promise((resolve) => {
          refuse = () => resolve(problem(409, 'conflict', { detail: ' taken' }))
        }),
    })
    await mounted.click('#rename')
    expect(mounted.text()).toBe('B')
    await mounted.act(() => refuse())
    expect(mounted.text()).toBe('A taken')
  })

  test('a refused write leaves the page standing', async () => {
    const { text, click } = await mount(TitlesPage, {
      [`GET ${path}`]: notes,
      [`PATCH ${path}/a`]: problem(403, 'forbidden', { detail: ' no' }),
    })
    await click('#rename')
    expect(text()).toBe('A no')
  })

  test('menus that a write changes are asked again', async () => {
    const Page = (): ReactNode => {
      const { mutate } = useMutation(switchOff, { refreshes: ['menus'] })
      return button('off', () => mutate())
    }
    const mounted = await mount(Page, { 'POST /api/x/notes/off': undefined })
    const before = calls(mounted, '/api/menus')
    await mounted.click('#off')
    expect(calls(mounted, '/api/menus')).toBe(before + 1)
  })
})
