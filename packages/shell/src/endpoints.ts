/** Endpoints of in-tree plugins used by the shell, which must not import plugins: their route names are fixed. */
import { type Page, type Preferences, type Role } from '@host/plugin-sdk'
import { answer, defineEndpoint, nothing } from '@host/plugin-sdk/shell'

export interface OwnWorkspace {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly accent: string | null
  readonly logo: string | null
  /** When it is erased; null unless an owner asked for that. */
  readonly eraseAt: string | null
  readonly role: Role
}

export const logout = defineEndpoint({
  pattern: 'POST /api/auth/logout',
  input: nothing,
  output: nothing,
  audience: 'user',
  summary: 'Sign out here',
})

export const listWorkspaces = defineEndpoint({
  pattern: 'GET /api/workspaces',
  input: nothing,
  output: answer<Page<OwnWorkspace>>(),
  audience: 'user',
  summary: 'List your workspaces',
})

export const createWorkspace = defineEndpoint({
  pattern: 'POST /api/workspaces',
  input: answer<{ readonly name: string }>(),
  output: answer<OwnWorkspace>(),
  audience: 'user',
  summary: 'Create a workspace and own it',
})

export const restoreWorkspace = defineEndpoint({
  pattern: 'POST /api/workspaces/{id}/restore',
  input: nothing,
  output: answer<OwnWorkspace>(),
  audience: 'user',
  summary: 'Take a workspace back that is to be erased',
})

export interface PaletteAction {
  readonly id: string
  readonly label: string
  readonly icon?: string
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
  output: answer<readonly PaletteAction[]>(),
  summary: 'List the actions of the command palette',
})

export interface FoundRecord {
  readonly plugin: string
  readonly title: string
  readonly detail?: string
  readonly path: string
  readonly icon: string
}

export const searchRecords = defineEndpoint({
  pattern: 'GET /api/search',
  input: answer<{ readonly q: string }>(),
  output: answer<{ readonly items: readonly FoundRecord[] }>(),
  summary: 'Find records of every plugin',
})

export interface FoundHelp {
  readonly slug: string
  readonly title: string
  readonly category: string
  /** The place of the text that a search found. */
  readonly excerpt?: string
}

export const searchHelp = defineEndpoint({
  pattern: 'GET /api/help/docs',
  input: answer<{ readonly q?: string; readonly lang: 'en' | 'zh' }>(),
  output: answer<{ readonly items: readonly FoundHelp[] }>(),
  audience: 'public',
  summary: 'Find pages of the help',
})

export interface HelpPage {
  readonly slug: string
  readonly title: string
  /** English where the page is not translated. */
  readonly language: 'en' | 'zh'
  /** Safe: the server makes it of Markdown by a fixed set of elements. */
  readonly html: string
  readonly styleSheet: string
}

export const readHelpPage = defineEndpoint({
  pattern: 'GET /api/help/docs/{slug}',
  input: answer<{ readonly lang: 'en' | 'zh' }>(),
  output: answer<HelpPage>(),
  audience: 'public',
  summary: 'Read a page of the help',
})

export interface MenuBadge {
  /** The path of the menu. */
  readonly path: string
  readonly count: number
}

export const listBadges = defineEndpoint({
  pattern: 'GET /api/badges',
  input: nothing,
  output: answer<{ readonly items: readonly MenuBadge[] }>(),
  summary: 'Count the items for the badges of the sidebar',
})

export const readUserSettings = defineEndpoint({
  pattern: 'GET /api/user/settings',
  input: nothing,
  output: answer<Preferences>(),
  audience: 'user',
  summary: 'Read your personal settings',
})

export const saveUserSettings = defineEndpoint({
  pattern: 'PUT /api/user/settings',
  input: answer<Preferences>(),
  output: answer<Preferences>(),
  audience: 'user',
  summary: 'Save your personal settings',
})
