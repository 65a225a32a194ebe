import * as z from 'zod/mini'
import * as platform from '@host/platform-api/views'
import { schemasWith } from '@host/platform-api/schemas-with'
import { displayNameComplaint, isDisplayName } from '@host/plugin/wire'
import { listInput, pageOf } from '@host/plugin/zod'

export { deleteView } from '@host/platform-api/views'

const withSchemas = schemasWith(z.toJSONSchema)

/** Limits of views per page and per workspace. */
export const mostViews = 100
export const mostViewsInAll = 500

const PagePath = z
  .string()
  .check(
    z.maxLength(200),
    z.regex(/^\/(?:[A-Za-z0-9._~:-]+(?:\/[A-Za-z0-9._~:-]+)*)?$/),
    z.describe('The path of a page in the workspace, such as `/members`.'),
  )
const Name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(80),
    z.refine(isDisplayName, displayNameComplaint.en),
    z.describe('Name of the view.'),
  )
const IsShared = z.boolean().check(z.describe('Whether every member of the workspace sees it.'))
const Query = z
  .string()
  .check(
    z.maxLength(2000),
    z.regex(/^[^#?\s\p{Cc}]*$/u),
    z.describe('Query string of the page, without the question mark.'),
  )

const View = z.object({
  id: z.string(),
  page: z.string(),
  name: z.string(),
  query: z.string(),
  isShared: IsShared,
  isOwn: z.boolean().check(z.describe('Whether the caller has made it.')),
})

/** Input that creates a view. */
export const NewView = z.strictObject({ page: PagePath, name: Name, query: Query, isShared: z.optional(IsShared) })

/** Changes to a view. */
export const ViewPatch = z.strictObject({
  name: z.optional(Name),
  query: z.optional(Query),
  isShared: z.optional(IsShared),
})

export type SavedView = z.infer<typeof View>

export const listViews = withSchemas(platform.listViews, {
  input: z.extend(listInput(), { page: PagePath }),
  output: pageOf(View),
})

export const createView = withSchemas(platform.createView, {
  input: NewView,
  output: View,
})

export const changeView = withSchemas(platform.changeView, {
  input: ViewPatch,
  output: View,
})
