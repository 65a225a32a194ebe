import {
  DeclaredSettings,
  Features,
  PluginCatalog,
  type Mux,
  type PluginContext,
  type SettingsForm,
  type TablesOf,
} from '@host/plugin'
import {
  listInstanceSettings,
  listOwnSections,
  listSettings,
  readInstanceSettings,
  readOwnSettings,
  readSettings,
  saveInstanceSettings,
  saveOwnSettings,
  saveSettings,
  type SectionForm,
} from '../shared.ts'
import type { models } from './models.ts'

type SettingsMux = Mux<'settings', TablesOf<typeof models>, 'settings' | 'user' | 'instance/settings'>

/** Routes of settings declared by plugins: workspace, instance and personal. */
export function mountSections(mux: SettingsMux, ctx: Pick<PluginContext, 'lookup'>): void {
  const declared = ctx.lookup(DeclaredSettings)
  const catalog = ctx.lookup(PluginCatalog)
  const features = ctx.lookup(Features)
  if (declared === undefined || catalog === undefined || features === undefined) {
    throw new Error('The settings plugin needs declared settings, plugins and features.')
  }
  const isShown = async (orgId: string, plugin: string): Promise<boolean> => {
    const facts = catalog.list().find(({ name }) => name === plugin)
    return facts?.info.core === true || (facts !== undefined && (await features.isEnabled(orgId, facts.feature)))
  }

  mux.endpoint(listSettings, async ({ orgId }) => {
    const sections = declared.sections('workspace')
    const shown = await Promise.all(sections.map(({ plugin }) => isShown(orgId, plugin)))
    return { items: sections.filter((_, place) => shown[place]), nextCursor: null }
  })
  mux.endpoint(readSettings, async ({ orgId, params }) =>
    formOf(await declared.read(params.plugin, { kind: 'workspace', orgId })),
  )
  mux.endpoint(saveSettings, async ({ orgId, params, input }) =>
    formOf(await declared.save(params.plugin, { kind: 'workspace', orgId }, input.values)),
  )

  mux.endpoint(listInstanceSettings, () => ({ items: [...declared.sections('instance')], nextCursor: null }))
  mux.endpoint(readInstanceSettings, async ({ params }) =>
    formOf(await declared.read(params.plugin, { kind: 'instance' })),
  )
  mux.endpoint(saveInstanceSettings, async ({ params, input }) =>
    formOf(await declared.save(params.plugin, { kind: 'instance' }, input.values)),
  )

  mux.endpoint(listOwnSections, () => ({
    items: (['workspace', 'user'] as const).flatMap((kind) =>
      declared.sections(kind).map((section) => ({ ...section, kind })),
    ),
    nextCursor: null,
  }))
  mux.endpoint(readOwnSettings, async ({ userId, params }) =>
    formOf(await declared.read(params.plugin, { kind: 'user', userId })),
  )
  mux.endpoint(saveOwnSettings, async ({ userId, params, input }) =>
    formOf(await declared.save(params.plugin, { kind: 'user', userId }, input.values)),
  )
}

function formOf({ secrets, ...form }: SettingsForm): SectionForm {
  return { ...form, secrets: [...secrets] }
}
