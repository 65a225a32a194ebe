/** The command palette, and the badges of the sidebar. */
import { defineEndpoint, nothing } from '@host/plugin/wire'
import { typed } from './typed.ts'

/** A page that is opened, or a call that is made. */
export interface PaletteAction {
  readonly id: string
  readonly label: string
  readonly icon: string
  /** The page that it opens. */
  readonly path?: string
  /** The endpoint that it calls. */
  readonly call?: string
  /** Whether the page opens with a form for a new record. */
  readonly creates?: boolean
}

export const listActions = defineEndpoint({
  pattern: 'GET /api/actions',
  input: nothing,
  output: typed<readonly PaletteAction[]>(),
  summary: 'List the actions of the command palette',
})

/** A record that a search found. */
export interface FoundRecord {
  readonly plugin: string
  readonly title: string
  readonly detail?: string
  readonly path: string
  readonly icon: string
}

export const searchRecords = defineEndpoint({
  pattern: 'GET /api/search',
  input: typed<{ readonly q: string }>(),
  output: typed<{ readonly items: readonly FoundRecord[] }>(),
  summary: 'Find records of every plugin',
  description: 'At most a few of each plugin, in the language of the reader, and only of features that are on.',
  mcp: {
    name: 'search',
    description:
      'Finds records of every feature by words in their names: people, features, links and more. Use it to find something whose id is not known.',
  },
  examples: [
    {
      input: { q: 'ada' },
      output: {
        items: [{ plugin: 'workspaces', title: 'Ada', detail: 'ada@example.com', path: '/members', icon: 'users' }],
      },
    },
  ],
})

/** The badge of a menu, by its path. */
export interface MenuBadge {
  readonly path: string
  readonly count: number
}

export const listBadges = defineEndpoint({
  pattern: 'GET /api/badges',
  input: nothing,
  output: typed<{ readonly items: readonly MenuBadge[] }>(),
  summary: 'Count the items for the badges of the sidebar',
})
