import * as z from 'zod/mini'
import {
  Changesets,
  definePlugin,
  PluginCatalog,
  requireService,
  type Changeset,
  type WorkspaceScope,
} from '@host/plugin'
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
  type ChangesetDetails,
} from '../shared.ts'
import { ChangeTexts } from './change-texts.ts'
import { ChangesetActs } from './changeset-acts.ts'
import { answerOf } from './changeset-answer.ts'
import { listedChangesets } from './changeset-list.ts'
import { badges } from './badges.ts'
import { i18n } from './i18n.ts'
import { menus } from './menus.ts'
import { models, type Tables } from './models.ts'
import { notifyWaiting } from './notify-waiting.ts'
import { notifications } from './plan-notifications.ts'
import { searchChangesets } from './search-changesets.ts'

z.config(z.locales.en())

type ReaderScope = Pick<WorkspaceScope<Tables>, 'db' | 'language'>

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
  menus,
  notifications,
  topLevelApi: ['changesets'],
  helpDocsFS: './docs',
  mount(mux, ctx) {
    const changesets = requireService(ctx, Changesets)
    const catalog = requireService(ctx, PluginCatalog)
    const acts = new ChangesetActs(changesets)
    const answer = ({ db, language }: ReaderScope, changeset: Changeset): Promise<ChangesetDetails> =>
      answerOf(changeset, { db, texts: new ChangeTexts(catalog, language) })
    notifyWaiting(ctx)
    mux.endpoint(listChangesets, (scope) => listedChangesets(scope, new ChangeTexts(catalog, scope.language)))
    mux.endpoint(readChangeset, async (scope) => answer(scope, await acts.find(scope, scope.params.id)))
    mux.endpoint(listSteps, async ({ orgId, params, input: { limit, cursor } }) => {
      const page = await changesets.steps(orgId, params.id, { limit, cursor })
      return { items: [...page.items], nextCursor: page.nextCursor }
    })
    mux.endpoint(approveChangeset, async (scope) =>
      answer(scope, await acts.approve(scope, scope.params.id, scope.input)),
    )
    mux.endpoint(applyChangeset, async (scope) => answer(scope, await acts.apply(scope, scope.params.id, scope.input)))
    mux.endpoint(finishChangeset, async (scope) => answer(scope, await acts.finish(scope, scope.params.id)))
    mux.endpoint(revertChangeset, async (scope) =>
      answer(scope, await acts.revert(scope, scope.params.id, scope.input)),
    )
    mux.endpoint(leaveChangeset, async (scope) => answer(scope, await acts.leave(scope, scope.params.id)))
    mux.endpoint(dismissChangeset, async (scope) => answer(scope, await acts.dismiss(scope, scope.params.id)))
  },
  badges,
  search: (scope, query, ctx) =>
    searchChangesets(scope, query, new ChangeTexts(requireService(ctx, PluginCatalog), scope.language)),
})
