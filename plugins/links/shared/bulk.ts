/** Changes of many links at once. */
import * as z from 'zod/mini'
import { defineEndpoint } from '@host/plugin/zod'
import { TagNames } from './labels.ts'
import { linkLimits } from './limits.ts'
import { LinkOut, NewLink } from './links.ts'

const Ids = z
  .array(z.string().check(z.maxLength(60)))
  .check(z.minLength(1), z.maxLength(linkLimits.changedAtOnce), z.describe('IDs of links.'))

export const createLinks = defineEndpoint({
  pattern: 'POST /api/x/links/links/bulk',
  input: z.strictObject({
    links: z
      .array(NewLink)
      .check(z.minLength(1), z.maxLength(linkLimits.createdAtOnce), z.describe('As for a single link.')),
  }),
  output: z.object({ items: z.array(LinkOut) }),
  status: 201,
  audit: 'link.created_in_bulk',
  bodyLimit: 2 * 1024 * 1024,
  summary: 'Create up to 100 short links, all or none',
  errors: ['conflict', 'not_found', 'quota_exceeded', 'tier_required'],
  mcp: {
    name: 'create_many',
    description:
      'Creates up to 100 short links, all or none. Errors name the place of the link, such as `links.3.url`.',
  },
})

export const changeLinks = defineEndpoint({
  pattern: 'PATCH /api/x/links/links/bulk',
  input: z.strictObject({
    ids: Ids,
    isEnabled: z.optional(z.boolean()).check(z.describe('Disabled links lead nowhere.')),
    isArchived: z.optional(z.boolean()).check(z.describe('Archived links redirect and are hidden from the list.')),
    addTags: z.optional(TagNames.check(z.describe('Names of tags; new ones are created.'))),
    removeTags: z.optional(TagNames.check(z.describe('Names of tags.'))),
    folderId: z
      .optional(z.nullable(z.string().check(z.maxLength(60))))
      .check(z.describe('A folder, or null for none.')),
    expiresAt: z
      .optional(z.nullable(z.iso.datetime().check(z.maxLength(40))))
      .check(z.describe('From then on the links have expired; null for never.')),
  }),
  output: z.object({ changed: z.int() }),
  audit: 'link.updated_in_bulk',
  summary: 'Change up to 500 short links, all or none',
  errors: ['conflict', 'not_found', 'quota_exceeded'],
  mcp: {
    name: 'change_many',
    description: 'Changes up to 500 short links, all or none: enables, disables, archives, tags or moves them.',
    approval: true,
  },
})

export const deleteLinks = defineEndpoint({
  pattern: 'POST /api/x/links/links/bulk/delete',
  input: z.strictObject({ ids: Ids }),
  output: z.object({ deleted: z.int() }),
  audit: 'link.deleted_in_bulk',
  summary: 'Delete up to 500 short links, all or none',
  errors: ['not_found'],
  mcp: {
    name: 'delete_many',
    description: 'Deletes up to 500 short links for good, all or none.',
    destructive: true,
    approval: true,
  },
})
