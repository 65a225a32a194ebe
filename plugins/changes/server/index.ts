import * as z from 'zod/mini'
import { Changesets, definePlugin } from '@host/plugin'
import {
  applyChangeset,
  approveChangeset,
  dismissChangeset,
  finishChangeset,
  leaveChangeset,
  listChangesets,
  listSteps,
  readChangeset,
  revertChangeset,
} from '../shared.ts'
import { answerOf, ChangesetActs } from './changeset-acts.ts'
import { listedChangesets } from './changeset-list.ts'
import { i18n } from './i18n.ts'
import { models } from './models.ts'

z.config(z.locales.en())

export const plugin = definePlugin({
  name: 'changes',
  info: {
    title: 'Changes',
    description: 'Review, apply, and revert planned changes',
    icon: 'git-compare',
    category: 'Workspace',
    core: true,
    api: '^1',
  },
  models,
  i18n,
  topLevelApi: ['changesets'],
  helpDocsFS: './docs',
  mount(mux, ctx) {
    const changesets = ctx.lookup(Changesets)
    if (changesets === undefined) throw new Error('The changes plugin needs changesets.')
    const acts = new ChangesetActs(changesets)
    mux.endpoint(listChangesets, listedChangesets)
    mux.endpoint(readChangeset, async (scope) => answerOf(await acts.find(scope, scope.params.id)))
    mux.endpoint(listSteps, async ({ orgId, params, input: { limit, cursor } }) => {
      const page = await changesets.steps(orgId, params.id, { limit, cursor })
      return { items: [...page.items], nextCursor: page.nextCursor }
    })
    mux.endpoint(approveChangeset, async (scope) => answerOf(await acts.approve(scope, scope.params.id, scope.input)))
    mux.endpoint(applyChangeset, async (scope) => answerOf(await acts.apply(scope, scope.params.id, scope.input)))
    mux.endpoint(finishChangeset, async (scope) => answerOf(await acts.finish(scope, scope.params.id)))
    mux.endpoint(revertChangeset, async (scope) => answerOf(await acts.revert(scope, scope.params.id, scope.input)))
    mux.endpoint(leaveChangeset, async (scope) => answerOf(await acts.leave(scope, scope.params.id)))
    mux.endpoint(dismissChangeset, async (scope) => answerOf(await acts.dismiss(scope, scope.params.id)))
  },
})
