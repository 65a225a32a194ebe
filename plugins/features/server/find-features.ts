import { Features, PluginCatalog, type PluginContext, type SearchHit, type WorkspaceScope } from '@host/plugin'
import { featureTexts } from './feature-entry.ts'

/** The features whose title contains a text, in the reader's language. */
export async function findFeatures(
  { orgId, language }: Pick<WorkspaceScope, 'orgId' | 'language'>,
  text: string,
  ctx: Pick<PluginContext, 'lookup'>,
): Promise<readonly SearchHit[]> {
  const [features, catalog] = [ctx.lookup(Features), ctx.lookup(PluginCatalog)]
  if (features === undefined || catalog === undefined) return []
  const plugins = new Map(catalog.list().map((each) => [each.name, each]))
  const wanted = text.toLocaleLowerCase(language)
  const named = (await features.list(orgId)).map((feature) => ({
    key: feature.key,
    ...featureTexts(feature, { plugins, language }),
  }))
  return named
    .filter(({ title }) => title.toLocaleLowerCase(language).includes(wanted))
    .map(({ key, title, description }) => ({ title, detail: description, path: `/features/${key}` }))
}
