import { noContent, type Language, type PluginContext } from '@host/plugin'
import {
  changeWorkspaceChannel,
  createWorkspaceChannel,
  deleteWorkspaceChannel,
  listWorkspaceChannels,
  testWorkspaceChannel,
  type WorkspaceChannelEntry,
} from '../../shared.ts'
import { kindOf, newFields, requireKind } from '../channels/channel-fields.ts'
import { channelKinds, shownChannel, shownKind } from '../channels/channel-kinds.ts'
import { sendTest } from '../channels/test-message.ts'
import type { Tables } from '../models.ts'
import type { NotificationsMux } from '../notifications-mux.ts'
import type { Categories } from '../preferences/categories.ts'
import { checkCategories, enabledCategories } from './channel-categories.ts'
import { patchOf } from './channel-patch.ts'
import type { WorkspaceChannelStore } from './workspace-channel-store.ts'

/** Dependencies of the channels of workspaces. */
export interface WorkspaceChannelParts {
  readonly categories: Categories
  readonly store: WorkspaceChannelStore
}

/** Routes of the channels of a workspace, for its admins. */
export function mountWorkspaceChannels(
  mux: NotificationsMux,
  ctx: PluginContext<Tables>,
  { categories, store }: WorkspaceChannelParts,
): void {
  const shown = async (orgId: string, row: Row, language: Language): Promise<WorkspaceChannelEntry> => ({
    ...shownChannel(row, { fields: await store.open(orgId, row), kind: kindOf(ctx, row.kind), language }),
    language: row.language,
    categories: [...row.categories],
  })

  mux.endpoint(listWorkspaceChannels, async ({ db, orgId, language }) => ({
    items: await Promise.all((await store.list(db)).map((row) => shown(orgId, row, language))),
    nextCursor: null,
    kinds: channelKinds(ctx).map((kind) => shownKind(kind, language)),
    categories: await enabledCategories(ctx, categories, { orgId, language }),
  }))
  mux.endpoint(createWorkspaceChannel, async ({ db, orgId, userId, language, input, audit }) => {
    const kind = requireKind(ctx, input.kind)
    const chosen = checkCategories(categories, input.categories)
    const { fields, signingKey } = await newFields(ctx, kind, input.fields)
    const { name, language: inLanguage } = input
    audit.describe({ after: { kind: kind.id, name, language: inLanguage, categories: chosen } })
    const made = { kind: kind.id, name, fields, language: inLanguage, categories: chosen, createdBy: userId }
    return { ...(await shown(orgId, await store.create({ orgId, db }, made), language)), signingKey }
  })
  mux.endpoint(changeWorkspaceChannel, async ({ db, orgId, params, language, input, audit }) => {
    const row = await store.read(db, params.id)
    const { patch, before, after } = await patchOf(ctx, { categories, store }, { orgId, row, input })
    audit.describe({ before, after })
    await store.change(db, row, patch)
    return await shown(orgId, await store.read(db, row.id), language)
  })
  mux.endpoint(deleteWorkspaceChannel, async ({ db, params, audit }) => {
    const { id, kind, name, categories: chosen } = await store.read(db, params.id)
    audit.describe({ before: { kind, name, categories: chosen } })
    await store.remove(db, id)
    return noContent()
  })
  mux.endpoint(testWorkspaceChannel, async ({ db, orgId, params, language, signal, audit }) => {
    const row = await store.read(db, params.id)
    const { id, kind } = row
    const open = () => store.open(orgId, row)
    const health = await sendTest(ctx, { id, kind, open, language: row.language, countedAs: orgId, signal })
    audit.describe({ after: { name: row.name, arrived: health.state === 'working' } })
    await store.changeAsRead(db, row, health)
    return await shown(orgId, await store.read(db, id), language)
  })
}

type Row = Awaited<ReturnType<WorkspaceChannelStore['read']>>
