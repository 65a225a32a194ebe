import { column, mirror, model, type TablesOf } from '@host/plugin'
import type { PlanContentsOf } from '../shared.ts'

/** A plan of the instance. */
const Plan = model(
  'plans_plans',
  {
    id: column.id('plan'),
    name: column.text({ max: 40 }),
    title_en: column.text({ max: 80 }),
    title_zh: column.text({ max: 80 }),
    tiers: column.json<readonly string[]>(),
    /** By the name of a quota or meter. */
    limits: column.json<Readonly<Record<string, number>>>(),
    /** `default` for the default plan, so that there is one at most; null for all others. */
    default_mark: column.text({ max: 10, nullable: true }),
    is_archived: column.boolean({ default: false }),
    created_at: column.time({ default: 'now' }),
    updated_at: column.time({ default: 'now' }),
  },
  { unique: ['name', 'default_mark'], index: ['created_at'] },
)

/** A change of a plan's contents, which is looked at before it is applied, and can be taken back. */
const Change = model(
  'plans_changes',
  {
    id: column.id('planchg'),
    plan_id: column.text({ max: 64 }),
    before: column.json<PlanContentsOf>(),
    after: column.json<PlanContentsOf>(),
    created_by: column.text({ max: 64 }),
    created_at: column.time(),
    applied_at: column.time({ nullable: true }),
    reverted_at: column.time({ nullable: true }),
  },
  {
    index: [
      ['plan_id', 'created_at', 'id'],
      ['created_at', 'id'],
    ],
  },
)

/** The plan that a workspace was given. */
const Assignment = model(
  'plans_assignments',
  {
    id: column.id('planorg'),
    org_id: column.org(),
    plan_id: column.text({ max: 64 }),
    since: column.time(),
    assigned_by: column.text({ max: 64 }),
  },
  {
    unique: ['org_id'],
    index: [
      ['org_id', 'id'],
      ['plan_id', 'since', 'id'],
      ['plan_id', 'org_id'],
      ['since', 'id'],
    ],
    transfer: { reason: 'Plans are decided and counted by each instance.', isExported: false },
  },
)

/** The last change of the plan of a workspace that a payment plugin reported. */
const Report = model(
  'plans_reports',
  {
    id: column.id('planreport'),
    org_id: column.org(),
    source: column.text({ max: 40 }),
    external_id: column.text({ max: 190 }),
    happened_at: column.time(),
  },
  {
    unique: [['org_id', 'source']],
    index: [['org_id', 'id']],
    transfer: { reason: 'Plans are decided and counted by each instance.', isExported: false },
  },
)

/** A tier or limit that was decided for one workspace. */
const Override = model(
  'plans_overrides',
  {
    id: column.id('planover'),
    org_id: column.org(),
    name: column.text({ max: 64 }),
    has: column.boolean({ nullable: true }),
    limit: column.integer({ nullable: true }),
    note: column.text({ max: 500 }),
    created_at: column.time(),
  },
  {
    unique: [['org_id', 'name']],
    index: [['org_id', 'id']],
    transfer: { reason: 'Plans are decided and counted by each instance.', isExported: false },
  },
)

/** An entry of the ledger of grants: never changed but for its end. */
const Grant = model(
  'plans_grants',
  {
    id: column.id('grant'),
    org_id: column.org(),
    name: column.text({ max: 64 }),
    /** Null for a tier. */
    amount: column.integer({ nullable: true }),
    starts_at: column.time(),
    ends_at: column.time({ nullable: true }),
    note: column.text({ max: 500 }),
    granted_by: column.text({ max: 64 }),
    created_at: column.time(),
    revoked_at: column.time({ nullable: true }),
  },
  {
    index: [
      ['org_id', 'id'],
      ['org_id', 'ends_at'],
    ],
    transfer: { reason: 'Plans are decided and counted by each instance.', isExported: false },
  },
)

/** Use of a meter in a calendar month. */
const Usage = model(
  'plans_usage',
  {
    id: column.id('planuse'),
    org_id: column.org(),
    meter: column.text({ max: 64 }),
    /** Such as `2026-01`, in UTC. */
    period: column.text({ max: 7 }),
    used: column.integer({ default: 0 }),
    /** When a use was counted after the period had ended. */
    reopened_at: column.time({ nullable: true }),
  },
  {
    unique: [['org_id', 'meter', 'period']],
    index: [['org_id', 'id']],
    transfer: { reason: 'Plans are decided and counted by each instance.', isExported: false },
  },
)

/** A use that was counted, so that it counts once. See `meters/known-uses.ts`. */
const KnownUse = model(
  'plans_known_uses',
  {
    /** Begins with the time at which it was counted. */
    id: column.id('meteruse'),
    org_id: column.org(),
    /** A digest of the workspace and the meter, and the ID of the use. */
    key: column.text({ max: 217, secret: false }),
    amount: column.integer(),
  },
  {
    unique: ['key'],
    index: [['org_id', 'id']],
    transfer: { reason: 'Plans are decided and counted by each instance.', isExported: false },
  },
)

/** A quota of which a workspace has more than its plan allows. */
const Excess = model(
  'plans_excess',
  {
    id: column.id('planexcess'),
    org_id: column.org(),
    part: column.text({ max: 64 }),
    /** When the plan was changed that made it so. */
    since: column.time(),
    /** The limit of which the workspace was notified then. */
    limit: column.integer({ default: 0 }),
  },
  {
    unique: [['org_id', 'part']],
    index: [['org_id', 'id']],
    transfer: { reason: 'Plans are decided and counted by each instance.', isExported: false },
  },
)

/** A warning that the admins of a workspace were given, once a month. */
const Warning = model(
  'plans_warnings',
  {
    id: column.id('planwarn'),
    org_id: column.org(),
    part: column.text({ max: 64 }),
    /** In percent of the limit. */
    level: column.integer(),
    period: column.text({ max: 7 }),
    warned_at: column.time(),
  },
  {
    unique: [['org_id', 'part', 'level', 'period']],
    index: [
      ['org_id', 'id'],
      ['warned_at', 'id'],
    ],
    transfer: { reason: 'Plans are decided and counted by each instance.', isExported: false },
  },
)

const Workspace = mirror('workspaces', { id: column.id('org'), name: column.text() }, { tenantKey: 'id' })

export const models = [
  Plan,
  Change,
  Assignment,
  Report,
  Override,
  Grant,
  Usage,
  KnownUse,
  Excess,
  Warning,
  Workspace,
] as const

export type Tables = TablesOf<typeof models>
