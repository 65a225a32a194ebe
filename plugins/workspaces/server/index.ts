import * as z from 'zod/mini'
import { definePlugin, Live, noContent, Workspaces } from '@host/plugin'
import {
  addMember,
  changeMember,
  changeWorkspace,
  createWorkspace,
  leaveWorkspace,
  listMembers,
  listWorkspaces,
  readMemberSummary,
  readWorkspace,
  removeMember,
} from '../shared.ts'
import { findMembers } from './find-members.ts'
import { firstSteps } from './first-steps.ts'
import { i18n } from './i18n.ts'
import { menus } from './menus.ts'

z.config(z.locales.en())

const dayMilliseconds = 86_400_000

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
  models: [],
  i18n,
  menus,
  topLevelApi: ['workspaces', 'members'],
  helpDocsFS: './docs',
  search: findMembers,
  checklist: firstSteps,
  mount(mux, ctx) {
    const workspaces = ctx.lookup(Workspaces)
    const live = ctx.lookup(Live)
    if (workspaces === undefined) throw new Error('The workspaces plugin needs workspaces.')

    mux.endpoint(listWorkspaces, async ({ userId }) => ({
      items: [...(await workspaces.list(userId))],
      nextCursor: null,
    }))
    mux.endpoint(createWorkspace, ({ userId, input }) => workspaces.create({ ...input, ownerId: userId }))
    mux.endpoint(readWorkspace, ({ userId, params }) => workspaces.read(userId, params.id))
    mux.endpoint(changeWorkspace, async ({ userId, params, input }) => {
      const changed = await workspaces.change({ orgId: params.id, actorId: userId }, input)
      live?.changed(params.id, ['/api/workspaces', '/api/auth/me'])
      return changed
    })
    mux.endpoint(leaveWorkspace, async ({ userId, params }) => {
      await workspaces.leave({ orgId: params.id, actorId: userId })
      live?.changed(params.id, ['/api/members'])
      return noContent()
    })

    mux.endpoint(listMembers, async ({ orgId, input: { total = false, ...request } }) => {
      const { items, nextCursor } = await workspaces.members(orgId, request)
      const page = { items: [...items], nextCursor }
      return total ? { ...page, total: await workspaces.countMembers(orgId, request) } : page
    })
    mux.endpoint(readMemberSummary, async ({ orgId }) => {
      const daysAgo = (days: number): string => new Date(Date.now() - days * dayMilliseconds).toISOString()
      const summary = await workspaces.memberSummary(orgId, { lately: daysAgo(30), before: daysAgo(60) })
      return { ...summary, newest: [...summary.newest] }
    })
    mux.endpoint(addMember, ({ orgId, userId, input }) => workspaces.addMember({ orgId, actorId: userId }, input))
    mux.endpoint(changeMember, ({ orgId, userId, params, input }) =>
      workspaces.changeRole({ orgId, actorId: userId, userId: params.userId }, input.role),
    )
    mux.endpoint(removeMember, async ({ orgId, userId, params }) => {
      await workspaces.removeMember({ orgId, actorId: userId, userId: params.userId })
      return noContent()
    })
  },
})
