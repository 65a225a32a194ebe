import * as z from 'zod/mini'
import * as frame from '@host/platform-api/frame'
import * as menus from '@host/platform-api/menus'
import { schemasWith } from '@host/platform-api/schemas-with'
import { nothing, settingsGroups } from '@host/plugin/wire'

const withSchemas = schemasWith(z.toJSONSchema)

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

export const listMenus = withSchemas(menus.listMenus, {
  input: nothing,
  output: z.array(MenuOut),
})

export const listPersonalMenus = withSchemas(menus.listPersonalMenus, {
  input: nothing,
  output: z.array(MenuOut),
})

export const listActions = withSchemas(frame.listActions, {
  input: nothing,
  output: z.array(ActionOut),
})

export const listInstanceMenus = withSchemas(menus.listInstanceMenus, {
  input: nothing,
  output: z.array(InstanceMenuOut),
})

export const searchRecords = withSchemas(frame.searchRecords, {
  input: z.strictObject({
    q: z.string().check(z.trim(), z.minLength(1), z.maxLength(100), z.describe('A part of a name or title.')),
  }),
  output: z.object({ items: z.array(FoundOut) }),
})

export const listBadges = withSchemas(frame.listBadges, {
  input: nothing,
  output: z.object({ items: z.array(z.object({ path: z.string(), count: z.number() })) }),
})
