import * as z from 'zod/mini'
import { nothing, settingsGroups } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

const RoleName = z.enum(['owner', 'admin', 'member'])

const InstanceMenuOut = z.object({
  id: z.string(),
  label: z.string(),
  path: z.string(),
  icon: z.string(),
  order: z.number(),
})

const MenuOut = z.object({
  ...InstanceMenuOut.shape,
  category: z.string(),
  requiredRole: z.optional(RoleName),
  settings: z
    .optional(z.enum(settingsGroups))
    .check(z.describe('The group of the settings that it is in; left out for entries of the sidebar.')),
  feature: z.optional(z.string()).check(z.describe('The name of its feature, of entries of the settings.')),
})

const FoundOut = z.object({
  plugin: z.string(),
  title: z.string(),
  detail: z.optional(z.string()),
  path: z.string(),
  icon: z.string(),
})

/** A page that is opened, or a call that is made. */
const ActionOut = z.object({
  id: z.string(),
  label: z.string(),
  icon: z.string(),
  path: z.optional(z.string().check(z.describe('The page that it opens, relative to the shell of the workspace.'))),
  call: z.optional(z.string().check(z.describe('The endpoint that it calls, with nothing in it.'))),
  creates: z.optional(z.boolean().check(z.describe('Whether the page opens with a form for a new record.'))),
})

export const listMenus = defineEndpoint({
  pattern: 'GET /api/menus',
  input: nothing,
  output: z.array(MenuOut),
  summary: 'List the entries of the workspace sidebar',
  description:
    'The entries of every feature that is on in the workspace, for every role. `requiredRole` is advice: the sidebar hides the entry below that role, and the routes behind the page decide.',
})

export const listPersonalMenus = defineEndpoint({
  pattern: 'GET /api/menus/personal',
  input: nothing,
  output: z.array(MenuOut),
  audience: 'user',
  confined: 'allowed',
  summary: "List the reader's own pages, which need no workspace",
})

export const listActions = defineEndpoint({
  pattern: 'GET /api/actions',
  input: nothing,
  output: z.array(ActionOut),
  summary: 'List the actions of the command palette',
})

export const listInstanceMenus = defineEndpoint({
  pattern: 'GET /api/instance/menus',
  input: nothing,
  output: z.array(InstanceMenuOut),
  audience: 'instance',
  summary: "List the entries of the instance console's rail",
})

export const searchRecords = defineEndpoint({
  pattern: 'GET /api/search',
  input: z.strictObject({
    q: z.string().check(z.trim(), z.minLength(1), z.maxLength(100), z.describe('A part of a name or title.')),
  }),
  output: z.object({ items: z.array(FoundOut) }),
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

export const listBadges = defineEndpoint({
  pattern: 'GET /api/badges',
  input: nothing,
  output: z.object({ items: z.array(z.object({ path: z.string(), count: z.number() })) }),
  summary: 'Count the items for the badges of the sidebar',
})
