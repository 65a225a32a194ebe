import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'

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

export const listViews = defineEndpoint({
  pattern: 'GET /api/views',
  input: z.extend(listInput(), { page: PagePath }),
  output: pageOf(View),
  summary: 'List your saved views of a page, and those that others share',
  mcp: {
    name: 'list',
    description:
      "Lists the saved views of a page, one's own and those that others share. A view is a name for the filters and the order of a page.",
  },
  examples: [
    {
      input: { page: '/members' },
      output: {
        items: [
          {
            id: 'view_01h455vb4pex5vsknk084sn02q',
            page: '/members',
            name: 'Admins',
            query: 'role=admin&sort=name',
            isShared: true,
            isOwn: true,
          },
        ],
        nextCursor: null,
      },
    },
  ],
})

export const createView = defineEndpoint({
  pattern: 'POST /api/views',
  input: NewView,
  output: View,
  status: 201,
  audit: 'view.created',
  summary: 'Save a view of a page',
  description: 'Sharing it takes the role admin.',
  errors: ['forbidden', 'conflict'],
  mcp: {
    name: 'create',
    description:
      'Saves the filters and the order of a page under a name. Sharing it with the whole workspace takes the role admin.',
  },
  examples: [
    {
      title: 'For all members of the workspace',
      input: { page: '/members', name: 'Admins', query: 'role=admin&sort=name', isShared: true },
      output: {
        id: 'view_01h455vb4pex5vsknk084sn02q',
        page: '/members',
        name: 'Admins',
        query: 'role=admin&sort=name',
        isShared: true,
        isOwn: true,
      },
    },
  ],
})

export const changeView = defineEndpoint({
  pattern: 'PATCH /api/views/{id}',
  input: ViewPatch,
  output: View,
  audit: 'view.changed',
  summary: 'Change a view that you have saved',
  description: 'Sharing it takes the role admin.',
  errors: ['forbidden'],
  mcp: {
    name: 'change',
    description: 'Renames a saved view, changes its content, or shares it. Only its owner can change it.',
  },
})

export const deleteView = defineEndpoint({
  pattern: 'DELETE /api/views/{id}',
  input: nothing,
  output: nothing,
  audit: 'view.deleted',
  summary: 'Delete a view that you have saved, or as an admin one that is shared',
  errors: ['forbidden'],
  mcp: {
    name: 'delete',
    description: 'Deletes a saved view permanently. A shared view is then gone for all members.',
    approval: true,
  },
})
