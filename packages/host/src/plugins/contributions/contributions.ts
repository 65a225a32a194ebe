import { Problem } from '@host/plugin'
import type { ChecklistStep, ContributionsService, FoundRecord, MenuBadge } from '@host/plugin/platform'
import type { HostParts } from '../host-parts.ts'
import type { PluginMount } from '../plugin-mount.ts'
import type { Database } from '../../database/database.ts'
import type { FeatureSource } from '../../pipeline/gate.ts'
import { requireMember } from '../../request/require-member.ts'
import { stateOf } from '../../request/request-state.ts'
import { askPlugins, pluginsOn, type Question } from './ask-plugins.ts'
import type { HookCall } from './hook-scope.ts'
import { readCounts, readHits, readSteps } from './read-answers.ts'
import { sampleSources } from './sample-sources.ts'
import { ShellPages } from './shell-pages.ts'

const searchLimit = 1_000
const hookLimit = 2_000

/** Makes the service `Contributions`. Only plugins that have a hook are ever looked at for it. */
export function createContributions(
  plugins: readonly PluginMount[],
  { contexts, faults, database }: Pick<HostParts, 'contexts' | 'faults'> & { readonly database: Database },
  features: FeatureSource,
): ContributionsService {
  const pages = new ShellPages(plugins.map(({ registered }) => registered))
  const having = {
    search: plugins.filter(({ registered }) => registered.plugin.search !== undefined),
    checklist: plugins.filter(({ registered }) => registered.plugin.checklist !== undefined),
    badges: plugins.filter(({ registered }) => registered.plugin.badges !== undefined),
    sampleData: plugins.filter(({ registered }) => registered.plugin.sampleData !== undefined),
  }
  const ask = async <Item extends { readonly path: string }>(request: Request, question: Question<Item>) => {
    const call = callOf(request)
    const items = await askPlugins(having[question.hook], { call, question }, { contexts, faults, features })
    return items.filter(({ path }) => pages.isOpenTo(call.caller.role, path))
  }
  return Object.freeze<ContributionsService>({
    search: (request, query) => ask(request, searchFor(query, pages)),
    checklist: (request) => ask(request, steps),
    badges: (request) => ask(request, counts),
    sampleData: async (request) => {
      const call = callOf(request)
      return sampleSources(await pluginsOn(having.sampleData, call.caller.orgId, features), call, {
        contexts,
        database,
      })
    },
  })
}

/** @throws Problem unless a member of a workspace asks */
function callOf(request: Request): HookCall {
  const state = stateOf(request)
  const caller = requireMember(state?.caller, 'member')
  if (state === undefined) throw new Problem('unauthenticated')
  return { state, caller }
}

function searchFor(query: string, pages: ShellPages): Question<FoundRecord> {
  return {
    hook: 'search',
    limit: searchLimit,
    ask: ({ registered: { plugin }, context }, scope) => plugin.search?.(scope, query, context),
    read: (answer, { name, info }) =>
      readHits(answer).map((hit) => ({ plugin: name, ...hit, icon: pages.menuOf(hit.path)?.icon ?? info.icon })),
  }
}

const steps: Question<ChecklistStep> = {
  hook: 'checklist',
  limit: hookLimit,
  ask: ({ registered: { plugin }, context }, scope) => plugin.checklist?.(scope, context),
  read: (answer, { name }) => readSteps(answer).map((step) => ({ ...step, plugin: name })),
}

const counts: Question<MenuBadge> = {
  hook: 'badges',
  limit: hookLimit,
  ask: ({ registered: { plugin }, context }, scope) => plugin.badges?.(scope, context),
  read: readCounts,
}
