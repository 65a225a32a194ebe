import { column, mirror, model, type TablesOf } from '@host/plugin'
import type {
  ImportFormat,
  ImportProgress,
  ImportReport,
  ImportTask,
  LinkRule,
  QuarantineReason,
  QueryMode,
  ReferrerPolicy,
} from '../shared.ts'
import { abuseModels } from './abuse/abuse-models.ts'
import { clickModels } from './clicks/click-models.ts'
import { cloneLink } from './links/clone-link.ts'

/** A host that a workspace has given to its links. */
const Host = model(
  'links_hosts',
  {
    id: column.id('linkhost'),
    org_id: column.org(),
    /** As `normalizeHostName` has it. */
    host: column.text({ max: 253 }),
    is_case_sensitive: column.boolean({ default: false }),
    /** The page for unknown slugs: texts, or where it leads after a moment. */
    not_found_title: column.text({ max: 200, default: '' }),
    not_found_text: column.text({ max: 1_000, default: '' }),
    not_found_url: column.text({ max: 8_192, nullable: true }),
    created_at: column.time({ default: 'now' }),
  },
  { unique: [['org_id', 'host']], index: [['org_id', 'id']], label: 'host' },
)

/** A word that links are found by. */
const Tag = model(
  'links_tags',
  {
    id: column.id('linktag'),
    org_id: column.org(),
    name: column.text({ max: 50 }),
    /** The name without its case, see `foldName`. */
    folded: column.text({ max: 200 }),
  },
  { unique: [['org_id', 'folded']], index: [['org_id', 'id']], label: 'name' },
)

/** A place of links; each has one at most. */
const Folder = model(
  'links_folders',
  {
    id: column.id('linkfolder'),
    org_id: column.org(),
    name: column.text({ max: 50 }),
    /** The name without its case, see `foldName`. */
    folded: column.text({ max: 200 }),
  },
  { unique: [['org_id', 'folded']], index: [['org_id', 'id']], label: 'name' },
)

/** A tag of a link. Rows of a tag or link that is gone count nowhere, and a job deletes them. */
const Tagged = model(
  'links_tagged',
  {
    id: column.id('linktagged'),
    org_id: column.org(),
    tag_id: column.text({ max: 60 }),
    link_id: column.text({ max: 60 }),
  },
  {
    unique: [['org_id', 'tag_id', 'link_id']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'link_id'],
    ],
  },
)

/** A file of links of another system, until two days after its upload. */
const Import = model(
  'links_imports',
  {
    id: column.id('linkimport'),
    org_id: column.org(),
    name: column.text({ max: 200 }),
    file: column.blob(),
    format: column.text<ImportFormat>({ max: 20 }),
    columns: column.json<readonly string[]>({ default: [] }),
    /** Cells of its first rows. */
    examples: column.json<readonly (readonly string[])[]>({ default: [] }),
    rows: column.integer(),
    /** The latest dry run or import; null before. */
    task: column.json<ImportTask | null>({ nullable: true }),
    job: column.job({ nullable: true }),
    report: column.json<ImportReport | null>({ nullable: true }),
    /** Of an import that is not at its end, stored with each of its transactions: another attempt goes on from there. */
    progress: column.json<ImportProgress | null>({ nullable: true }),
    created_by: column.text({ max: 60 }),
    created_at: column.time({ default: 'now' }),
  },
  { index: [['org_id', 'id'], ['created_at']], label: 'name' },
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
    slug: column.text({ max: 190, search: true }),
    /** Byte for byte as it was given. */
    url: column.text({ max: 8_192, search: true }),
    title: column.text({ max: 200, default: '', search: true }),
    note: column.text({ max: 2_000, default: '' }),
    redirect: column.integer({ default: 302 }),
    query: column.text<QueryMode>({ max: 10, default: 'ignore' }),
    /** In their order; the first that holds decides. */
    rules: column.json<readonly LinkRule[]>({ secret: false, default: [] }),
    /** The number of its current version, see `links_versions`. */
    version: column.integer({ default: 1 }),
    is_enabled: column.boolean({ default: true }),
    starts_at: column.time({ nullable: true }),
    expires_at: column.time({ nullable: true }),
    expired_url: column.text({ max: 8_192, nullable: true }),
    /** How many visits it serves; null for any number. */
    click_limit: column.integer({ nullable: true }),
    /** When its QR code was first downloaded: it may be on paper. */
    printed_at: column.time({ nullable: true }),
    /** Visits that were served while it had a limit. */
    clicks_used: column.integer({ default: 0 }),
    /** The folder may be gone: a job takes it off. */
    folder_id: column.text({ max: 60, nullable: true }),
    /** The ID of the link in a system of the workspace. */
    external_id: column.text({ max: 190, nullable: true }),
    is_archived: column.boolean({ default: false }),
    /** Clicks that another system counted before the link was imported. */
    clicks_before: column.integer({ default: 0 }),
    password_hash: column.text({ max: 200, nullable: true, secret: true }),
    referrer_policy: column.text<ReferrerPolicy>({ max: 40, default: 'strict-origin-when-cross-origin' }),
    /** The host of its target; empty until it was judged. */
    target_host: column.text({ max: 253, default: '' }),
    /** When its targets are judged again. */
    judge_at: column.time({ default: 'now' }),
    /** Whether an instance admin has restored it: judges count again once its targets change. */
    is_trusted: column.boolean({ default: false }),
    /** When its target is asked again whether it answers, where the workspace wants that. */
    check_at: column.time({ default: 'now' }),
    /** Checks in a row that its target has failed. */
    failures: column.integer({ default: 0 }),
    dead_since: column.time({ nullable: true }),
    /** Whether `links_previews` has a row of it. */
    has_preview: column.boolean({ default: false }),
    quarantine: column.text<QuarantineReason>({ max: 20, nullable: true }),
    quarantine_note: column.text({ max: 500, default: '' }),
    quarantined_at: column.time({ nullable: true }),
    /** Why an admin of the workspace asks for a review. */
    review_text: column.text({ max: 1_000, default: '' }),
    review_asked_at: column.time({ nullable: true }),
    created_by: column.text({ max: 60 }),
    created_at: column.time({ default: 'now' }),
    updated_at: column.time({ default: 'now' }),
  },
  {
    unique: [['index_key'], ['org_id', 'external_id']],
    // A list has the archived links or the others.
    index: [
      ['org_id', 'id'],
      ['org_id', 'is_archived', 'id'],
      ['org_id', 'is_archived', 'created_at', 'id'],
      ['org_id', 'is_archived', 'index_key', 'id'],
      ['org_id', 'is_archived', 'is_enabled', 'id'],
      ['org_id', 'is_archived', 'title', 'id'],
      ['org_id', 'host', 'is_archived', 'id'],
      ['org_id', 'folder_id', 'is_archived', 'id'],
      ['target_host', 'id'],
      ['judge_at', 'id'],
      ['org_id', 'check_at', 'id'],
      ['quarantined_at', 'id'],
      ['review_asked_at', 'id'],
    ],
    label: 'slug',
    transfer: {
      reason: 'An address of the shared host leads to one link, and trust in a link is of one instance.',
      without: { is_trusted: false },
      clone: cloneLink,
    },
  },
)

/**
 * Where a link led from a moment on. The first version is written with the first change: until then, the link itself
 * has it. The oldest of more than `linkLimits.versions` are deleted.
 */
const Version = model(
  'links_versions',
  {
    id: column.id('linkversion'),
    org_id: column.org(),
    link_id: column.reference(Link, { onDelete: 'cascade' }),
    number: column.integer(),
    url: column.text({ max: 8_192 }),
    rules: column.json<readonly LinkRule[]>({ secret: false }),
    query: column.text<QueryMode>({ max: 10 }),
    redirect: column.integer(),
    created_by: column.text({ max: 60 }),
    created_at: column.time(),
  },
  { unique: [['org_id', 'link_id', 'number']], index: [['org_id', 'id']] },
)

/** The preview of a link in messengers and social networks; a link without one has no row. */
const Preview = model(
  'links_previews',
  {
    id: column.id('linkpreview'),
    org_id: column.org(),
    link_id: column.reference(Link, { onDelete: 'cascade' }),
    title: column.text({ max: 120, default: '' }),
    description: column.text({ max: 300, default: '' }),
    picture: column.blob({ nullable: true }),
    /** Pixels of the picture. */
    width: column.integer({ default: 0 }),
    height: column.integer({ default: 0 }),
  },
  { unique: [['org_id', 'link_id']], index: [['org_id', 'id']] },
)

/** A link whose statistics are shared with everyone who has their address. */
const Share = model(
  'links_shares',
  {
    id: column.id('linkshare'),
    org_id: column.org(),
    link_id: column.reference(Link, { onDelete: 'cascade' }),
    /** Random; unique in the instance. */
    address: column.text({ max: 40, secret: true }),
    shows_target: column.boolean({ default: false }),
    created_at: column.time(),
  },
  {
    unique: [['address'], ['org_id', 'link_id']],
    index: [['org_id', 'id']],
    transfer: { reason: 'The address of a shared page is a secret of the original.', clone: 'none' },
  },
)

const utmText = { max: 128, default: '' } as const

/** UTM parameters of campaigns, under a name. */
const UtmTemplate = model(
  'links_utm_templates',
  {
    id: column.id('utmtemplate'),
    org_id: column.org(),
    name: column.text({ max: 60 }),
    source: column.text(utmText),
    medium: column.text(utmText),
    campaign: column.text(utmText),
    term: column.text(utmText),
    content: column.text(utmText),
  },
  { unique: [['org_id', 'name']], index: [['org_id', 'id']], label: 'name' },
)

/** Authors of versions. */
const User = mirror(
  'users',
  { id: column.id('usr'), name: column.text() },
  { tenantKey: { column: 'id', through: 'memberships', key: 'user_id' } },
)

const Membership = mirror('memberships', { id: column.id('mbr'), org_id: column.org(), user_id: column.text() })

/** Addresses of deleted links that were printed, or quarantined; never given again. */
const Retired = model(
  'links_retired',
  {
    id: column.id('linkretired'),
    org_id: column.org(),
    index_key: column.text({ max: 700, secret: false }),
    /** The link that had it, which may take it again. */
    link_id: column.text({ max: 60 }),
    retired_at: column.time({ default: 'now' }),
  },
  {
    unique: [['index_key']],
    index: [['org_id', 'id']],
    transfer: { reason: 'An address is retired once.', clone: 'none' },
  },
)

/** How many links a workspace has, so that no creation counts them. */
const Total = model(
  'links_totals',
  {
    id: column.id('linktotal'),
    org_id: column.org(),
    links: column.integer({ default: 0 }),
  },
  { unique: [['org_id']], index: [['org_id', 'id']] },
)

/** Wrong passwords of a link, and of an address there; kept for hours. */
const Try = model(
  'links_tries',
  {
    id: column.id('linktry'),
    org_id: column.org(),
    /** See `PasswordTries`. */
    bucket: column.text({ max: 120 }),
    wrong: column.integer({ default: 0 }),
    since: column.time(),
  },
  { unique: [['org_id', 'bucket']], index: [['org_id', 'id'], ['since']] },
)

/** Names of workspaces, for instance admins. */
const Workspace = mirror('workspaces', { id: column.id('org'), name: column.text() }, { tenantKey: 'id' })

export const models = [
  ...clickModels,
  Workspace,
  Host,
  Link,
  Version,
  Preview,
  Share,
  UtmTemplate,
  User,
  Membership,
  Retired,
  Total,
  Tag,
  Folder,
  Tagged,
  Import,
  Try,
  ...abuseModels,
] as const

export type Tables = TablesOf<typeof models>
