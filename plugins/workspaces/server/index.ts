import * as z from 'zod/mini'
import { definePlugin } from '@host/plugin'
import { findMembers } from './find-members.ts'
import { firstSteps } from './first-steps.ts'
import { i18n } from './i18n.ts'
import { menus } from './menus.ts'
import { mountExport } from './mount-export.ts'
import { models } from './models.ts'
import { mountInvitations } from './mount-invitations.ts'
import { mountLogo } from './mount-logo.ts'
import { mountMembers } from './mount-members.ts'
import { mountSupport, notifications } from './mount-support.ts'
import { mountWorkspaces } from './mount-workspaces.ts'

z.config(z.locales.en())

export const plugin = definePlugin({
  name: 'workspaces',
  info: {
    title: 'Workspaces',
    description: 'Workspaces, their members and roles',
    icon: 'building',
    category: 'Workspace',
    core: true,
    api: '^1',
  },
  models,
  i18n,
  menus,
  notifications,
  topLevelApi: ['workspaces', 'members', 'invitations', 'support-access'],
  helpDocsFS: './docs',
  search: findMembers,
  checklist: firstSteps,
  mount(mux, ctx) {
    mountWorkspaces(mux, ctx)
    mountLogo(mux, ctx)
    mountExport(mux, ctx)
    mountMembers(mux, ctx)
    mountInvitations(mux, ctx)
    mountSupport(mux, ctx)
  },
})
