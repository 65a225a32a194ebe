import { column, model } from '@host/plugin'

/** The picture of a workspace, beside its row, so that what reads workspaces does not carry pictures along. */
const WorkspaceLogo = model(
  'workspace_logos',
  {
    id: column.id('lgo'),
    org_id: column.org(),
    /** The content type that its first bytes say. */
    type: column.text({ max: 32 }),
    content: column.bytes(),
  },
  { unique: ['org_id'], index: [['org_id', 'id']] },
)

/**
 * Slugs that once named a workspace. Links and bookmarks may still say them, so no one else gets one.
 * `workspace_id` and not `org_id`: the row outlives its workspace, which it then names no more.
 */
const RetiredSlug = model(
  'retired_slugs',
  {
    id: column.id('rsl'),
    slug: column.text({ max: 63 }),
    /** Who may take it back; null once that workspace is erased. */
    workspace_id: column.text({ nullable: true, max: 64 }),
    retired_at: column.time(),
    /** The person who gave it up, by a change or by deleting the workspace; null once that account is gone. */
    retired_by: column.text({ nullable: true, max: 64 }),
  },
  { unique: ['slug'], index: ['workspace_id', ['retired_by', 'retired_at']] },
)

/** The tables beside `workspaces` itself. */
export const workspaceModels = [WorkspaceLogo, RetiredSlug] as const
