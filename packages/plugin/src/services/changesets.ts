import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { ChangeKind } from '../change-kind.ts'
import type { WorkspaceContext } from '../scope.ts'
import { serviceToken } from '../service.ts'

/** One value that changes; null where there is none. The engine compares values as canonical JSON. */
export interface ChangeStep<Value = unknown> {
  /** Identifies the value in its target: 1 to 400 characters, such as `www.example.com. A`. */
  readonly key: string
  readonly before: Value | null
  readonly after: Value | null
}

/** The present values of a target. */
export interface TargetState<Value = unknown> {
  /** Shown to people, such as the name of the zone. */
  readonly title: string
  readonly values: ReadonlyMap<string, Value>
}

/** Something about a plan that people must know before they approve it. */
export interface ChangeWarning {
  /** Lower-case letters, digits and underscores; texts are `change.<code>` in the plugin's `i18n`. */
  readonly code: string
  readonly params?: Readonly<Record<string, string | number>>
  /** The steps it is about; all of the part when left out. */
  readonly keys?: readonly string[]
  /** The plan is approved only with this text typed, such as the name of the zone. */
  readonly confirm?: string
}

/** The part of a plan that changes one target. */
export interface ChangePart<Value = unknown> {
  /** The plugin of the kind. */
  readonly plugin: string
  readonly kind: string
  readonly target: string
  readonly title: string
  readonly steps: readonly ChangeStep<Value>[]
}

/** Something that works only as long as a changed value does: a line of the plan's blast radius. */
export interface Dependent {
  /** Texts are `dependent.<code>` in the plugin's `i18n`, with `count`; such as `links`. */
  readonly code: string
  readonly count: number
  /** Up to five names of them. */
  readonly examples: readonly string[]
  /** Page of the tenant shell that lists them. */
  readonly path?: string
  /** `stops` when it no longer works, `changes` when it works in another way. */
  readonly effect: 'stops' | 'changes'
}

/** How a kind reads and writes its targets. */
export interface ChangeHandler<Value = unknown, Tables = object> {
  /**
   * Reads the present values, from where they are in effect; those of the given keys, or all. Called to plan, before and
   * after an apply, and after a crash.
   * @throws Problem `not_found` for a target that the workspace does not have
   */
  read(
    scope: WorkspaceContext<Tables>,
    target: string,
    keys: readonly string[] | undefined,
  ): Promise<TargetState<Value>>
  /**
   * Writes one value, and only where `step.before` is still the present one.
   *
   * It may run again after a crash, so it must tolerate that it has been applied already.
   * @throws ChangeConflict when the present value is neither `before` nor `after`; a Problem whose code is shown to people
   *   for anything else, without credentials or raw answers of other servers
   */
  write(scope: WorkspaceContext<Tables>, target: string, step: ChangeStep<Value>): Promise<void>
  /** Refuses or warns. @throws Problem `invalid_input` for values that the target can't have, naming each key */
  judge?(
    scope: WorkspaceContext<Tables>,
    part: ChangePart<Value>,
    state: TargetState<Value>,
  ): Promise<readonly ChangeWarning[]>
  /** Runs after each step is written and verified, and after a revert. It may run again. */
  settled?(scope: WorkspaceContext<Tables>, part: ChangePart<Value>): Promise<void>
}

/** Wanted values of one target. */
export interface WantedPart<Kind extends ChangeKind = ChangeKind> {
  readonly kind: Kind
  readonly target: string
  /** A value to set by its key; null deletes it. Up to 20,000 in a plan. */
  readonly set: ReadonlyMap<string, StandardSchemaV1.InferOutput<Kind['value']> | null>
}

/** A plan to be made. */
export interface PlanOptions {
  /** At most 200 characters. */
  readonly title: string
  /** Why, for people who read the history: at most 2,000 characters. */
  readonly note?: string
  /** Left out for the plugin itself. */
  readonly userId?: string
  readonly parts: readonly WantedPart[]
  /**
   * The plugin marks the changed keys as its own. A plan of another plugin, or of a person, that changes an owned key
   * carries the warning `owned`, which names the owner.
   */
  readonly owns?: boolean
  /** After a crash, finish without asking. */
  readonly finishesByItself?: boolean
}

/**
 * State of a changeset.
 *
 * `planned` until it is approved, dismissed, or an hour old (`expired`); `approved` until it is applied or an hour old;
 * `applying` while its steps are written; `interrupted` when a step failed or the process died: it waits for `finish`,
 * `revert` or `leave`; `applied`; `reverted` by a later changeset; `left` half-done by choice.
 */
export type ChangesetState =
  | 'planned'
  | 'approved'
  | 'applying'
  | 'interrupted'
  | 'applied'
  | 'reverted'
  | 'left'
  | 'dismissed'
  | 'expired'

/**
 * State of a step in the journal. `differs`: the present value is neither the one before nor the one after, so a person
 * must look.
 */
export type StepState = 'waiting' | 'writing' | 'applied' | 'differs'

/** A changeset as it is read. */
export interface Changeset {
  readonly id: string
  readonly title: string
  readonly note: string | null
  readonly state: ChangesetState
  /** SHA-256 of the canonical parts, in hex: what is approved is what is applied. */
  readonly hash: string
  readonly plannedBy: string | null
  readonly approvedBy: string | null
  readonly createdAt: string
  readonly expiresAt: string
  readonly finishedAt: string | null
  /** When every target was read back and was as planned. */
  readonly verifiedAt: string | null
  /** The changeset that this one reverts. */
  readonly reverts: string | null
  /** The error code of the step that stopped it. */
  readonly error: string | null
  readonly parts: readonly (ChangePart & { readonly states: readonly StepState[] })[]
  readonly warnings: readonly (ChangeWarning & { readonly plugin: string })[]
  readonly dependents: readonly (Dependent & { readonly plugin: string })[]
}

/** Approval of a plan. */
export interface Approval {
  readonly userId: string
  /** The hash of the plan that the person saw. */
  readonly hash: string
  /** Typed text of warnings with `confirm`. */
  readonly confirmation?: string
}

/** Changes of one workspace that are planned, approved, applied with a journal, verified and reverted. */
export interface ChangesetsService<Tables = object> {
  /** Says how a kind is read and written. While mounting. @throws Error for a kind that is handled twice */
  handle<Kind extends ChangeKind, Own = Tables>(
    kind: Kind,
    handler: ChangeHandler<StandardSchemaV1.InferOutput<Kind['value']>, Own>,
  ): void
  /** Says what stands on values of any plugin's targets. While mounting. At most 2 s; a failure is shown as unknown. */
  dependents<Own = Tables>(
    find: (scope: WorkspaceContext<Own>, parts: readonly ChangePart[]) => Promise<readonly Dependent[]>,
  ): void
  /**
   * Plans a change: reads the targets and keeps the difference, its warnings and its blast radius. Writes nothing else.
   * @returns undefined when nothing would change
   * @throws Problem `invalid_input` naming the keys; `not_found`; `service_unavailable` when a target can't be read
   */
  plan(orgId: string, options: PlanOptions): Promise<Changeset | undefined>
  /** @throws Problem `not_found`, `stale_plan` (409) for another hash, an expired plan or targets that changed since */
  approve(orgId: string, id: string, approval: Approval): Promise<Changeset>
  /**
   * Begins to apply an approved changeset in a job; the caller follows its state. Each target takes one changeset at a time.
   * @throws Problem `stale_plan`, `target_busy` (409, names the other changeset), `invalid_state`
   */
  apply(orgId: string, id: string): Promise<Changeset>
  /** Plans, approves and applies at once, for a plugin that changes what it owns by itself. */
  applyNow(orgId: string, options: PlanOptions): Promise<Changeset | undefined>
  /** Goes on with an interrupted changeset. */
  finish(orgId: string, id: string, userId: string): Promise<Changeset>
  /** Plans the opposite of what was applied, as a changeset of its own, which is approved and applied as any other. */
  revert(orgId: string, id: string, options: Pick<PlanOptions, 'userId' | 'note'>): Promise<Changeset | undefined>
  /** Ends an interrupted changeset as it is. */
  leave(orgId: string, id: string, userId: string): Promise<Changeset>
  /** Ends a plan that nobody applied. */
  dismiss(orgId: string, id: string, userId: string): Promise<Changeset>
  find(orgId: string, id: string): Promise<Changeset | undefined>
  /** Changesets that touched a target, newest first. */
  history(
    orgId: string,
    target: { readonly kind: ChangeKind; readonly target: string },
    page: { readonly cursor?: string; readonly limit?: number },
  ): Promise<{ readonly items: readonly Changeset[]; readonly nextCursor: string | null }>
  /**
   * Values of a target as they were: the present ones with later changesets taken back.
   * @throws Problem `invalid_input` for a moment before the first changeset
   */
  stateAt(
    orgId: string,
    target: { readonly kind: ChangeKind; readonly target: string },
    at: string,
  ): Promise<TargetState>
  /** Records values that changed outside, so that the history explains them: an applied changeset without a writer. */
  recordDrift(
    orgId: string,
    target: { readonly kind: ChangeKind; readonly target: string },
    steps: readonly ChangeStep[],
  ): Promise<Changeset>
  /** Owners of keys of a target. */
  owners(
    orgId: string,
    target: { readonly kind: ChangeKind; readonly target: string },
  ): Promise<ReadonlyMap<string, { readonly plugin: string; readonly note: string | null }>>
  /** Gives keys up, or forgets a target that is gone with its owners; history stays. */
  release(
    orgId: string,
    target: { readonly kind: ChangeKind; readonly target: string },
    keys?: readonly string[],
  ): Promise<void>
}

/**
 * Changes that people and agents see before they are made.
 *
 * Audience: authors.
 */
export const Changesets = serviceToken<ChangesetsService>('core.changesets')
