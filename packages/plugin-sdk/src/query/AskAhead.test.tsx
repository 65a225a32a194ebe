import { afterEach, expect, test } from 'vitest'
import { endpointsWith, nothing } from '@host/plugin/wire'
import * as z from 'zod/mini'
import { lazyPage } from '../lazy-page.ts'
import { Link } from '../navigation/Link.tsx'
import { mountPage, problem, type FakeAnswers, type MountedPage } from '../testing/index.ts'
import { defineUIPlugin } from '../ui-plugin.ts'
import type { AskAhead } from './asked-queries.ts'
import { useListQuery } from './useListQuery.ts'
import { useQuery } from './useQuery.ts'

const endpoint = endpointsWith(z.toJSONSchema)
const count = endpoint({
  pattern: 'GET /api/x/notes/count',
  input: nothing,
  output: z.object({ count: z.number() }),
  summary: 'Count notes',
})
const list = endpoint({
  pattern: 'GET /api/x/notes/notes',
  input: z.object({ sort: z.string(), cursor: z.optional(z.string()) }),
  output: z.object({ items: z.array(z.object({ id: z.string() })), nextCursor: z.nullable(z.string()) }),
  summary: 'List notes',
})

function Target() {
  const { data } = useQuery(count)
  const { items } = useListQuery(list, { sort: 'title' })
  return (
    <h1>
      {data?.count} {items?.map(({ id }) => id)}
    </h1>
  )
}
Target.askAhead = (ahead: AskAhead) => {
  ahead.query(count)
  ahead.list(list, { sort: 'title' })
}

const plugin = defineUIPlugin({
  name: 'notes',
  routes: [
    { path: '/here', Component: lazyPage(() => Promise.resolve({ default: () => <Link to="/there">there</Link> })) },
    { path: '/there', Component: lazyPage(() => Promise.resolve({ default: Target })) },
  ],
})

let page: MountedPage | undefined
afterEach(() => page?.unmount())

async function mount(answers: FakeAnswers): Promise<MountedPage> {
  page = await mountPage({ plugin, path: '/here', answers })
  return page
}

const asked = ({ requests }: MountedPage) =>
  requests.filter(({ path }) => path.startsWith('/api/x')).map(({ path, query }) => `${path}?${query.toString()}`)

const near = (mounted: MountedPage) =>
  mounted.act(() => mounted.find('a').dispatchEvent(new Event('pointerover', { bubbles: true })))

const both = ['/api/x/notes/count?', '/api/x/notes/notes?sort=title']

test("a pointer near a link prefetches its page's data, and the page does not fetch it again", async () => {
  const mounted = await mount({
    'GET /api/x/notes/count': { count: 7 },
    'GET /api/x/notes/notes': { items: [{ id: 'a' }], nextCursor: null },
  })
  expect(asked(mounted)).toEqual([])
  await near(mounted)
  expect(asked(mounted)).toEqual(both)
  await mounted.click('a')
  expect(mounted.find('h1').textContent).toBe('7 a')
  expect(asked(mounted)).toEqual(both)
})

test('a refused prefetch is repeated by the page, whose gate shows the reason', async () => {
  const mounted = await mount({
    'GET /api/x/notes/count': problem(403, 'forbidden'),
    'GET /api/x/notes/notes': { items: [], nextCursor: null },
  })
  await near(mounted)
  expect(mounted.text()).toBe('there')
  await mounted.click('a')
  expect(mounted.text()).toContain("You don't have access to this page")
})
