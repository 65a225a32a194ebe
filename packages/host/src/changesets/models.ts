import {
  column,
  model,
  type ChangesetState,
  type ChangeTitle,
  type ChangeWarning,
  type Dependent,
  type InstanceTables,
  type Queries,
  type Role,
  type ScopedDatabase,
  type TablesOf,
} from '@host/plugin'
import { identityModels } from '../identity/index.ts'

/** A warning with the plugin that has its text. */
export type StoredWarning = ChangeWarning & { readonly plugin: string }
/** A line of the blast radius with the plugin that has its text. */
export type StoredDependent = Dependent & { readonly plugin: string }

/** A changeset. Its parts, steps and journal are in tables of their own. */
const HostChangeset = model(
  'host_changesets',
  {
    id: column.id('chg'),
    org_id: column.org(),
    /** The plugin that planned it. */
    plugin: column.text({ max: 64 }),
    title: column.text({ max: 200 }),
    /** See `ChangeTitle`. */
    title_code: column.text({ max: 64, nullable: true }),
    title_params: column.json<NonNullable<ChangeTitle['params']> | null>({ nullable: true }),
    note: column.text({ nullable: true, max: 2_000 }),
    state: column.text<ChangesetState>({ max: 16 }),
    /** Covers public values only: it is the proof that what is applied was approved. */
    hash: column.text({ max: 64, secret: false }),
    role: column.text<Role>({ max: 16 }),
    planned_by: column.text({ nullable: true, max: 64 }),
    approved_by: column.text({ nullable: true, max: 64 }),
    created_at: column.time(),
    expires_at: column.time(),
    finished_at: column.time({ nullable: true }),
    verified_at: column.time({ nullable: true }),
    /** The changeset that it reverts. */
    reverts: column.text({ nullable: true, max: 64 }),
    is_drift: column.boolean({ default: false }),
    owns: column.boolean({ default: false }),
    finishes_by_itself: column.boolean({ default: false }),
    /** Whether its next run may write although an earlier one has. */
    resumes: column.boolean({ default: false }),
    /** Runs in a row that a limited rate ended before they wrote a step. */
    pauses: column.integer({ default: 0 }),
    error: column.text({ nullable: true, max: 64 }),
    /** Steps of all parts. */
    count: column.integer(),
    job_id: column.text({ nullable: true, max: 64 }),
    /** Counts the runs; only the latest one writes the journal. */
    run: column.integer({ default: 0 }),
    warnings: column.json<readonly StoredWarning[]>(),
    dependents: column.json<readonly StoredDependent[]>(),
  },
  {
    index: [
      ['org_id', 'id'],
      ['org_id', 'state', 'id'],
      ['state', 'expires_at'],
    ],
    label: ['title'],
    transfer: { reason: 'Changes are applied by one instance.', isExported: false },
  },
)

/** The part of a changeset that changes one target. */
const HostChangePart = model(
  'host_change_parts',
  {
    id: column.id('chgp'),
    org_id: column.org(),
    changeset_id: column.text({ max: 64 }),
    position: column.integer(),
    plugin: column.text({ max: 64 }),
    kind: column.text({ max: 64 }),
    target: column.text({ max: 200 }),
    title: column.text({ max: 200 }),
    count: column.integer(),
    /** Version of the target that the plan saw. */
    version: column.integer(),
    /** Version of the target that its first run began; null while nothing was applied. Orders the history of a target. */
    applied_version: column.integer({ nullable: true }),
  },
  {
    unique: [['changeset_id', 'position']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'plugin', 'kind', 'target', 'applied_version'],
    ],
    transfer: { reason: 'Changes are applied by one instance.', isExported: false },
  },
)

/** Steps in chunks, which never change but for those of drift, see `merge-drift.ts`. */
const HostChangeSteps = model(
  'host_change_steps',
  {
    id: column.id('chgs'),
    org_id: column.org(),
    changeset_id: column.text({ max: 64 }),
    part: column.integer(),
    /** The first step of the chunk, counted over all parts. */
    position: column.integer(),
    count: column.integer(),
    /** Canonical JSON: an array of `[key, before, after]`. */
    steps: column.text(),
  },
  {
    unique: [['changeset_id', 'position']],
    index: [['org_id', 'id']],
    transfer: { reason: 'Changes are applied by one instance.', isExported: false },
  },
)

/** The journal of a chunk, apart from its steps so that each write is small. */
const HostChangeJournal = model(
  'host_change_journal',
  {
    id: column.id('chgj'),
    org_id: column.org(),
    changeset_id: column.text({ max: 64 }),
    position: column.integer(),
    /** One letter for each step of the chunk, see `step-states.ts`. */
    states: column.text({ max: 200 }),
  },
  {
    unique: [['changeset_id', 'position']],
    index: [['org_id', 'id']],
    transfer: { reason: 'Changes are applied by one instance.', isExported: false },
  },
)

/** A target that was changed: its version, and the changeset that holds it. */
const HostChangeTarget = model(
  'host_change_targets',
  {
    id: column.id('chgt'),
    org_id: column.org(),
    plugin: column.text({ max: 64 }),
    kind: column.text({ max: 64 }),
    target: column.text({ max: 200 }),
    /** Grows when a changeset takes the target, and when it releases it. */
    version: column.integer(),
    /** The changeset that is applied or interrupted; null while the target is free. */
    changeset_id: column.text({ nullable: true, max: 64 }),
    /** The earliest moment that the history explains. */
    known_from: column.time(),
  },
  {
    unique: [['org_id', 'plugin', 'kind', 'target']],
    index: [['org_id', 'id'], ['changeset_id']],
    transfer: { reason: 'Changes are applied by one instance.', isExported: false },
  },
)

/** The owner of a key. */
const HostChangeOwner = model(
  'host_change_owners',
  {
    id: column.id('chgo'),
    org_id: column.org(),
    plugin: column.text({ max: 64 }),
    kind: column.text({ max: 64 }),
    target: column.text({ max: 200 }),
    key: column.text({ max: 400 }),
    owner: column.text({ max: 64 }),
    note: column.text({ nullable: true, max: 2_000 }),
    /** The changeset that made it the owner. */
    changeset_id: column.text({ max: 64 }),
  },
  {
    unique: [['org_id', 'plugin', 'kind', 'target', 'key']],
    index: [['org_id', 'id']],
    transfer: { reason: 'Changes are applied by one instance.', isExported: false },
  },
)

/** The tables of changesets. */
export const changesetModels = [
  HostChangeset,
  HostChangePart,
  HostChangeSteps,
  HostChangeJournal,
  HostChangeTarget,
  HostChangeOwner,
] as const

/** The tables that the engine uses: its own, and workspaces. */
export const engineModels = [...changesetModels, ...identityModels] as const

type EngineTables = InstanceTables<TablesOf<typeof engineModels>>

/** The database of the engine. */
export type ChangesetDatabase = ScopedDatabase<EngineTables>

/** The database of the engine, or one of its transactions. */
export type ChangesetQueries = Queries<EngineTables>
