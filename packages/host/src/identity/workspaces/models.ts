import { column, model } from '@host/plugin'

/** Pictures of workspaces from before they were uploaded to blobs; read until another picture replaces them. */
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
 * Former slugs of workspaces. Links and bookmarks may still contain them, so no other workspace gets one.
 * `workspace_id` and not `org_id`: the row outlives its workspace and then no longer names it.
 */
const RetiredSlug = model(
  'retired_slugs',
  {
    id: column.id('rsl'),
    slug: column.text({ max: 63 }),
    /** The workspace that may take it back; null once that workspace is erased. */
    workspace_id: column.text({ nullable: true, max: 64 }),
    retired_at: column.time(),
    /** The person who gave it up, by a change or by deleting the workspace; null once that account is gone. */
    retired_by: column.text({ nullable: true, max: 64 }),
  },
  { unique: ['slug'], index: ['workspace_id', ['retired_by', 'retired_at']] },
)

/** The tables beside `workspaces` itself. */
export const workspaceModels = [WorkspaceLogo, RetiredSlug] as const
