import { lazy } from 'react'
import { endpointsWith, nothing } from '@host/plugin/wire'
import * as z from 'zod/mini'
import {
  defineUIPlugin,
  lazyPage,
  useListQuery,
  useMutation,
  useParams,
  useQuery,
  type UIPlugin,
  type UIRoute,
} from './index.ts'

function Page() {
  return null
}

const load = () => Promise.resolve({ default: Page })
const Lazy = lazyPage(load)

export const good = defineUIPlugin({
  name: 'notes',
  routes: [
    { path: '/notes', Component: Lazy },
    { path: '/notes/:id', Component: lazy(load), requiredRole: 'admin', requiredTier: 'pro' },
  ],
  instanceRoutes: [{ path: '/notes-usage', Component: Lazy }],
  areas: [{ id: 'writing', title: 'Writing', icon: 'pencil', order: 1, groups: [{ id: 'own', label: 'Own' }] }],
  widgets: [{ slot: 'overview.main', Component: Lazy, order: 2 }],
  actions: [{ id: 'new', label: 'New note', path: '/notes', shortcut: 'g n' }],
  i18n: { en: () => Promise.resolve({ default: { a: 'A' } }), zh: { a: '甲' } },
  requiredRole: 'member',
  requiredTier: 'pro',
  lockedFallback: Page,
})

export const least = defineUIPlugin({ name: 'notes' })

// §2.35 a route is a path and a lazy component
// @ts-expect-error a page that is not lazy
export const eager: UIRoute = { path: '/notes', Component: Page }
// @ts-expect-error a page that is not lazy, in a definition
defineUIPlugin({ name: 'notes', routes: [{ path: '/notes', Component: Page }] })
// @ts-expect-error a widget that is not lazy
defineUIPlugin({ name: 'notes', widgets: [{ slot: 'overview.main', Component: Page }] })
// @ts-expect-error a page with required props, which it never receives
lazyPage(() => Promise.resolve({ default: (props: { readonly id: string }) => props.id }))
// @ts-expect-error a module without a default export
lazyPage(() => Promise.resolve({ Page }))
// @ts-expect-error no name
defineUIPlugin({ routes: [] })
// @ts-expect-error a mistyped member
defineUIPlugin({ name: 'notes', route: [] })
const elsewhere = { name: 'notes', instanceroutes: [] }
// @ts-expect-error a mistyped member of an object created separately
defineUIPlugin(elsewhere)
// @ts-expect-error a mistyped member beside a spread
defineUIPlugin({ ...least, widget: [] })
// @ts-expect-error menus, which the server alone announces
defineUIPlugin({ name: 'notes', menus: [] })
// @ts-expect-error a path that is not absolute in its shell
defineUIPlugin({ name: 'notes', routes: [{ path: 'notes', Component: Lazy }] })
// @ts-expect-error a role that does not exist
defineUIPlugin({ name: 'notes', requiredRole: 'editor' })
// @ts-expect-error a slot that does not exist
defineUIPlugin({ name: 'notes', widgets: [{ slot: 'overview.top', Component: Lazy }] })
// @ts-expect-error one language alone
defineUIPlugin({ name: 'notes', i18n: { en: {} } })
// @ts-expect-error an area without groups
defineUIPlugin({ name: 'notes', areas: [{ id: 'a', title: 'A', icon: 'box' }] })
// @ts-expect-error a member of the wrong type
export const wrong: UIPlugin = { name: 'notes', lockedFallback: 'locked' }

const endpoint = endpointsWith(z.toJSONSchema)
const Note = z.object({ id: z.string(), title: z.string() })
const readNote = endpoint({ pattern: 'GET /api/x/notes/{id}', input: nothing, output: Note, summary: 'Read' })
const list = z.object({ items: z.array(Note), nextCursor: z.nullable(z.string()) })
const pageNotes = endpoint({ pattern: 'GET /api/x/notes', input: nothing, output: list, summary: 'List' })
const rename = endpoint({
  pattern: 'PATCH /api/x/notes/{id}',
  input: z.object({ title: z.string() }),
  output: Note,
  summary: 'Rename',
})
const ping = endpoint({ pattern: 'POST /api/x/ping', input: nothing, output: nothing, summary: 'Ping' })

export function usePageTypes() {
  const { id } = useParams<'/notes/:id/edit'>()
  const note = useQuery(readNote, { id })
  const { items } = useListQuery(pageNotes)
  const change = useMutation(rename, { invalidates: [readNote, pageNotes], onSuccess: ({ title }) => title.trim() })
  change.mutate({ id, title: 'new' })
  useMutation(ping).mutate()
  const title: string | undefined = note.data?.title
  const first: string | undefined = items?.[0]?.id
  return [title, first]
}

export function useBadTypes() {
  // @ts-expect-error a parameter that the path has not
  const { slug } = useParams<'/notes/:id'>()
  // @ts-expect-error the wildcard is missing
  useQuery(readNote)
  // @ts-expect-error the wildcard has another name
  useQuery(readNote, { note: 'a' })
  // @ts-expect-error a queried endpoint must be a GET
  useQuery(rename, { id: 'a', title: 'b' })
  // @ts-expect-error the body is missing
  useMutation(rename).mutate({ id: 'a' })
  // @ts-expect-error data of the shell that does not exist
  useMutation(rename, { refreshes: ['roles'] })
  // @ts-expect-error nothing is taken
  useMutation(ping).mutate({ id: 'a' })
  return slug
}
