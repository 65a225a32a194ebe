import { Problem, type Language, type PluginContext } from '@host/plugin'
import type { WorkspaceChannelCategory } from '../../shared/workspace-channels.ts'
import type { Tables } from '../models.ts'
import { isEnabled, type Categories } from '../preferences/categories.ts'

/** The categories of the features that are on in a workspace. */
export async function enabledCategories(
  ctx: PluginContext<Tables>,
  categories: Categories,
  { orgId, language }: { readonly orgId: string; readonly language: Language },
): Promise<WorkspaceChannelCategory[]> {
  const enabled: WorkspaceChannelCategory[] = []
  for (const category of categories.list()) {
    if (!(await isEnabled(ctx, orgId, category))) continue
    const { key, title, pluginTitle } = category
    enabled.push({ key, title: title[language], plugin: pluginTitle[language] })
  }
  return enabled
}

/**
 * The chosen categories, each once. Those of a feature that is off may be chosen, so that none is lost while it is off.
 * @param stored those of the channel so far, which may be of a plugin that the build no longer has
 * @throws Problem `invalid_input`
 */
export function checkCategories(
  categories: Categories,
  chosen: readonly string[],
  stored: readonly string[] = [],
): readonly string[] {
  const errors = chosen.flatMap((key, place) =>
    categories.find(key) !== undefined || stored.includes(key)
      ? []
      : [{ path: `categories.${place}`, message: unknownCategory }],
  )
  if (errors.length > 0) throw new Problem('invalid_input', { errors })
  return [...new Set(chosen)]
}

const unknownCategory = { en: 'Unknown notification type.', zh: '没有此类通知。' }
