/** Everything that is checked about plugins before anything runs: pure functions from facts to problems. */
import { checkModels } from '../../database/preflight/check-models.ts'
import { hostModels } from '../../models/host-models.ts'
import type { RegisteredPlugin } from '../../declared/plugin-entry.ts'
import { apiRangeProblems } from './api-range.ts'
import { eventProblems } from './events.ts'
import { grantProblems } from './grants.ts'
import { menuProblems } from './menus.ts'
import { notificationProblems } from './notification-categories.ts'
import { planProblems } from './plan-parts.ts'
import { nameProblems } from './plugin-names.ts'
import { requirementProblems } from './requirements.ts'
import { settingsProblems } from './settings.ts'

/** Every problem of a list of plugins, each a sentence that names them and states the fix. */
export function preflight(plugins: readonly RegisteredPlugin[]): readonly string[] {
  return [
    nameProblems,
    apiRangeProblems,
    requirementProblems,
    modelProblems,
    menuProblems,
    grantProblems,
    eventProblems,
    notificationProblems,
    settingsProblems,
    planProblems,
  ].flatMap((check) => check(plugins))
}

function modelProblems(plugins: readonly RegisteredPlugin[]): readonly string[] {
  return checkModels([
    { name: 'host', models: hostModels },
    ...plugins.map(({ name, plugin }) => ({ name, models: plugin.models })),
  ])
}
