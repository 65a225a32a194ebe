import { defineEndpoint, nothing, type Page } from '@host/plugin/wire'
import { answer } from '../query/shell-endpoints.ts'

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

export const listViews = defineEndpoint({
  pattern: 'GET /api/views',
  input: answer<{ readonly page: string }>(),
  output: answer<Page<SavedView>>(),
  summary: 'List the saved views of a page',
})

export const createView = defineEndpoint({
  pattern: 'POST /api/views',
  input: answer<Pick<SavedView, 'page' | 'name' | 'query' | 'isShared'>>(),
  output: answer<SavedView>(),
  status: 201,
  summary: 'Save a view of a page',
})

export const changeView = defineEndpoint({
  pattern: 'PATCH /api/views/{id}',
  input: answer<Partial<Pick<SavedView, 'name' | 'query' | 'isShared'>>>(),
  output: answer<SavedView>(),
  summary: 'Change a saved view',
})

export const deleteView = defineEndpoint({
  pattern: 'DELETE /api/views/{id}',
  input: nothing,
  output: nothing,
  summary: 'Delete a saved view',
})
