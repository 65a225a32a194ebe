import { defineEndpoint, nothing, type InstanceMenuEntry, type MenuEntry } from '@host/plugin/wire'
import { typed } from './typed.ts'

export const listMenus = defineEndpoint({
  pattern: 'GET /api/menus',
  input: nothing,
  output: typed<readonly MenuEntry[]>(),
  summary: 'List the entries of the workspace sidebar',
  description:
    'The entries of every feature that is on in the workspace, for every role. `requiredRole` is advice: the sidebar hides the entry below that role, and the routes behind the page decide.',
})

export const listPersonalMenus = defineEndpoint({
  pattern: 'GET /api/menus/personal',
  input: nothing,
  output: typed<readonly MenuEntry[]>(),
  audience: 'user',
  confined: 'allowed',
  summary: "List the reader's own pages, which need no workspace",
})

export const listInstanceMenus = defineEndpoint({
  pattern: 'GET /api/instance/menus',
  input: nothing,
  output: typed<readonly InstanceMenuEntry[]>(),
  audience: 'instance',
  summary: "List the entries of the instance console's rail",
})
