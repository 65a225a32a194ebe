import { column, model } from '@host/plugin'
import type { Facet } from '../../shared.ts'
import type { PackedClicks } from './packed-clicks.ts'

/** Visits that a link redirected, some of people or some of robots; kept for `linkLimits.clickDays`. */
const Pack = model(
  'links_packs',
  {
    id: column.id('clickpack'),
    org_id: column.org(),
    /** The link may be gone. */
    link_id: column.text({ max: 60 }),
    /** Of the last of them. */
    at: column.time(),
    is_robot: column.boolean({ default: false }),
    data: column.json<PackedClicks>({ secret: false }),
  },
  {
    index: [['org_id', 'id'], ['org_id', 'at', 'id'], ['org_id', 'link_id', 'at', 'id'], ['at']],
  },
)

/** Clicks that are not counted yet; see `click-journal.ts`. */
const Journal = model(
  'links_journal',
  {
    id: column.id('clickjournal'),
    org_id: column.org(),
    batch: column.text({ max: 40 }),
    written_at: column.time(),
    data: column.json<PackedClicks>({ secret: true }),
  },
  { unique: [['org_id', 'batch']], index: [['org_id', 'id'], ['batch'], ['written_at']] },
)

/** All clicks so far; of the whole workspace where `link_id` is empty. */
const Sum = model(
  'links_sums',
  {
    id: column.id('clicksum'),
    org_id: column.org(),
    link_id: column.text({ max: 60 }),
    clicks: column.integer({ default: 0 }),
  },
  { unique: [['org_id', 'link_id']], index: [['org_id', 'id']] },
)

/** Clicks of an hour; of the whole workspace where `link_id` is empty. */
const Hour = model(
  'links_hours',
  {
    id: column.id('clickhour'),
    org_id: column.org(),
    link_id: column.text({ max: 60 }),
    hour: column.time(),
    clicks: column.integer({ default: 0 }),
    /** Visitors whose first click of the day it has. */
    visitors: column.integer({ default: 0 }),
    robots: column.integer({ default: 0 }),
  },
  {
    unique: [['org_id', 'link_id', 'hour']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'hour'],
    ],
  },
)

/** How often a value came in an hour; of the whole workspace where `link_id` is empty. */
const FacetHour = model(
  'links_facets',
  {
    id: column.id('clickfacet'),
    org_id: column.org(),
    link_id: column.text({ max: 60 }),
    hour: column.time(),
    facet: column.text<Facet>({ max: 20 }),
    value: column.text({ max: 128 }),
    clicks: column.integer({ default: 0 }),
  },
  { unique: [['org_id', 'link_id', 'facet', 'hour', 'value']], index: [['org_id', 'id']] },
)

/** Visitors of a day, so that each counts once; kept for two days. */
const Visitor = model(
  'links_visitors',
  {
    id: column.id('clickvisitor'),
    org_id: column.org(),
    link_id: column.text({ max: 60 }),
    day: column.text({ max: 10 }),
    visitor: column.text({ max: 20, secret: true }),
  },
  { unique: [['org_id', 'link_id', 'day', 'visitor']], index: [['org_id', 'id'], ['day']] },
)

/** The secret from which the visitors of a day are made; deleted after two days, so that nothing leads back from them. */
const Salt = model(
  'links_salts',
  {
    id: column.id('clicksalt'),
    org_id: column.org(),
    day: column.text({ max: 10 }),
    salt: column.text({ max: 60, secret: true }),
  },
  { unique: [['org_id', 'day']], index: [['org_id', 'id'], ['day']] },
)

/** Batches of the journal that another process counted, so that their own doesn't write them again; kept for a day. */
const Batch = model(
  'links_batches',
  {
    id: column.id('clickbatch'),
    org_id: column.org(),
    batch: column.text({ max: 40 }),
    written_at: column.time({ default: 'now' }),
  },
  { unique: [['org_id', 'batch']], index: [['org_id', 'id'], ['batch'], ['written_at']] },
)

/** Tables with rows of single links, by `link_id`. */
export const linkTables = ['links_packs', 'links_sums', 'links_hours', 'links_facets', 'links_visitors'] as const

/** Tables of clicks and of what they add up to. */
export const clickModels = [Pack, Journal, Sum, Hour, FacetHour, Visitor, Salt, Batch] as const
