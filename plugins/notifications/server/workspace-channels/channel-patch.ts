import type * as z from 'zod/mini'
import type { PluginContext } from '@host/plugin'
import type { changeWorkspaceChannel } from '../../shared/workspace-channels.ts'
import { admittedFields, kindOf } from '../channels/channel-fields.ts'
import { switched, unproven } from '../channels/channel-state.ts'
import type { ChannelFields } from '../channels/channel-store.ts'
import type { Tables } from '../models.ts'
import { checkCategories } from './channel-categories.ts'
import type { WorkspaceChannelParts } from './mount-workspace-channels.ts'
import type { WorkspaceChannelPatch, WorkspaceChannelStore } from './workspace-channel-store.ts'

interface RequestedChange {
  readonly orgId: string
  readonly row: Awaited<ReturnType<WorkspaceChannelStore['read']>>
  readonly input: z.infer<typeof changeWorkspaceChannel.input>
}

/** A change with its entry in the audit log, which names changed fields and none of their values. */
interface DescribedPatch {
  readonly patch: WorkspaceChannelPatch
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/** @throws Problem `invalid_input`, `destination_not_allowed` */
export async function patchOf(
  ctx: PluginContext<Tables>,
  { categories, store }: WorkspaceChannelParts,
  { orgId, row, input }: RequestedChange,
): Promise<DescribedPatch> {
  const { name, language, isOn } = input
  const chosen =
    input.categories === undefined ? undefined : checkCategories(categories, input.categories, row.categories)
  const plain = {
    ...(name !== undefined && { name }),
    ...(language !== undefined && { language }),
    ...(chosen !== undefined && { categories: chosen }),
  }
  const stored = await store.open(orgId, row)
  const schema = kindOf(ctx, row.kind)?.fields ?? {}
  const fields =
    input.fields === undefined ? stored : await admittedFields(ctx, { schema, given: input.fields, stored })
  const changed = changedFields(stored, fields)
  const before = { name: row.name, language: row.language, categories: row.categories, state: row.state }
  const health = { ...(changed.length > 0 && unproven), ...switched(row.state, isOn) }
  return {
    patch: {
      ...plain,
      ...health,
      ...(changed.length > 0 && { sealed: await store.seal(orgId, row.kind, fields) }),
    },
    before,
    after: {
      ...before,
      ...plain,
      ...(health.state !== undefined && { state: health.state }),
      ...(changed.length > 0 && { changedFields: changed }),
    },
  }
}

function changedFields(stored: ChannelFields, fields: ChannelFields): readonly string[] {
  const names = new Set([...Object.keys(stored), ...Object.keys(fields)])
  return [...names].filter((name) => (stored[name] ?? '') !== (fields[name] ?? ''))
}
