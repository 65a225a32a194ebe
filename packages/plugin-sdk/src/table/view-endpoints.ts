import { defineEndpoint, nothing, type Page } from '@host/plugin/wire'
import { answer } from '../query/shell-endpoints.ts'

/** A view of a list that somebody has saved. */
export interface SavedView {
  readonly id: string
  /** The page inside its shell. */
  readonly page: string
  readonly name: string
  /** What the page's address says of the list. */
  readonly query: string
  /** Everybody in the workspace sees it. */
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
