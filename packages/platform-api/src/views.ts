import { defineEndpoint, nothing, type Page } from '@host/plugin/wire'
import type { ListInput } from './lists.ts'
import { typed } from './typed.ts'

/** A saved view of a list. */
export interface SavedView {
  readonly id: string
  /** The page inside its shell. */
  readonly page: string
  readonly name: string
  /** The part of the page's query string that describes the list. */
  readonly query: string
  /** Visible to every member of the workspace. */
  readonly isShared: boolean
  /** The reader has made it. */
  readonly isOwn: boolean
}

/** Changes to a view; omitted fields stay. */
export interface ViewPatch {
  readonly name?: string
  readonly query?: string
  readonly isShared?: boolean
}

/** Input that creates a view. */
export interface NewView {
  readonly page: string
  readonly name: string
  readonly query: string
  readonly isShared?: boolean
}

/** The view that the examples show. */
const exampleView: SavedView = {
  id: 'view_01h455vb4pex5vsknk084sn02q',
  page: '/members',
  name: 'Admins',
  query: 'role=admin&sort=name',
  isShared: true,
  isOwn: true,
}

export const listViews = defineEndpoint({
  pattern: 'GET /api/views',
  input: typed<ListInput & { readonly page: string }>(),
  output: typed<Page<SavedView>>(),
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
        items: [exampleView],
        nextCursor: null,
      },
    },
  ],
})

export const createView = defineEndpoint({
  pattern: 'POST /api/views',
  input: typed<NewView>(),
  output: typed<SavedView>(),
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
      output: exampleView,
    },
  ],
})

export const changeView = defineEndpoint({
  pattern: 'PATCH /api/views/{id}',
  input: typed<ViewPatch>(),
  output: typed<SavedView>(),
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
