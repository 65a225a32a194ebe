import type { CatalogEvent, Language } from '@host/plugin'
import type { WebhookEvent } from '../shared.ts'
import type { Parts } from './parts.ts'

/** The events of this build as a workspace reads them. */
export async function eventAnswers(parts: Parts, orgId: string, language: Language): Promise<WebhookEvent[]> {
  const titles = new Map(
    parts.plugins.list().map(({ name, info, i18n }) => [name, i18n[language]?.['info.title'] ?? info.title]),
  )
  return await Promise.all(
    parts.events.catalog().map(async (event) => ({
      name: event.name,
      description: event.description[language],
      plugin: event.plugin,
      pluginTitle: titles.get(event.plugin) ?? ownTitle[language],
      isOn: await isOn(parts, orgId, event),
      schema: { ...event.schema },
      example: event.example,
    })),
  )
}

/** The group of the host's own events. */
const ownTitle = { en: 'Workspace and people', zh: '工作区与成员' } as const

async function isOn({ features }: Parts, orgId: string, { feature }: CatalogEvent): Promise<boolean> {
  return feature === undefined || (await features.isEnabled(orgId, feature))
}
