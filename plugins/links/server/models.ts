import { column, model, type TablesOf } from '@host/plugin'
import type { QueryMode } from '../shared.ts'

/** A host that a workspace has given to its links. */
const Host = model(
  'links_hosts',
  {
    id: column.id('linkhost'),
    org_id: column.org(),
    /** As `normalizeHostName` has it. */
    host: column.text({ max: 253 }),
    is_case_sensitive: column.boolean({ default: false }),
    created_at: column.time({ default: 'now' }),
  },
  { unique: [['org_id', 'host']], index: [['org_id', 'id']], label: 'host' },
)

const Link = model(
  'links_links',
  {
    id: column.id('link'),
    org_id: column.org(),
    /** Where the address leads to this row, see `indexKey`; unique in the instance. */
    index_key: column.text({ max: 700, secret: false }),
    /** As `normalizeHostName` has it. */
    host: column.text({ max: 253 }),
    slug: column.text({ max: 190 }),
    /** Byte for byte as it was given. */
    url: column.text({ max: 8_192 }),
    title: column.text({ max: 200, default: '' }),
    note: column.text({ max: 2_000, default: '' }),
    redirect: column.integer({ default: 302 }),
    query: column.text<QueryMode>({ max: 10, default: 'ignore' }),
    is_enabled: column.boolean({ default: true }),
    starts_at: column.time({ nullable: true }),
    expires_at: column.time({ nullable: true }),
    expired_url: column.text({ max: 8_192, nullable: true }),
    /** How many visits it serves; null for any number. */
    click_limit: column.integer({ nullable: true }),
    /** Visits that were served while it had a limit. */
    clicks_used: column.integer({ default: 0 }),
    created_by: column.text({ max: 60 }),
    created_at: column.time({ default: 'now' }),
    updated_at: column.time({ default: 'now' }),
  },
  {
    unique: [['index_key']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'created_at', 'id'],
      ['org_id', 'host', 'id'],
    ],
    label: 'slug',
  },
)

/** How many links a workspace has, so that no creation counts them. */
const Total = model(
  'links_totals',
  { id: column.id('linktotal'), org_id: column.org(), links: column.integer({ default: 0 }) },
  { unique: [['org_id']], index: [['org_id', 'id']] },
)

export const models = [Host, Link, Total] as const

export type Tables = TablesOf<typeof models>
