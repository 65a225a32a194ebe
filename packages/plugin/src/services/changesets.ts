import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { ChangeKind } from '../change-kind.ts'
import type { Role } from '../roles.ts'
import type { WorkspaceContext } from '../scope.ts'
import { serviceToken } from '../service.ts'
import type { Page } from '../wire-types.ts'
import type { PageRequest } from './page-request.ts'

/** One value that changes; null where there is none. Values are compared as canonical JSON. */
export interface ChangeStep<Value = unknown> {
  /** Identifies the value in its target: 1 to 400 characters, such as `www.example.com. A`. */
  readonly key: string
  readonly before: Value | null
  readonly after: Value | null
}

/** The present values of a target. */
export interface TargetState<Value = unknown> {
  /** Shown to people, such as the name of the zone: at most 200 characters. */
  readonly title: string
  readonly values: ReadonlyMap<string, Value>
}

/** A target of the plugin's own kinds. */
export interface ChangeTarget<Kind extends ChangeKind = ChangeKind> {
  readonly kind: Kind
  /** Identifies it in the workspace: 1 to 200 characters, such as the ID of a zone. */
  readonly target: string
}

/** Something about a plan that people must know before they approve it. */
export interface ChangeWarning {
  /**
   * Lower-case letters, digits and underscores. Its text is `change.<code>` in the plugin's `i18n`, with `{{name}}` for
   * each of `params`; with `count` it may be `change.<code>_one` and `change.<code>_other`.
   */
  readonly code: string
  readonly params?: Readonly<Record<string, string | number>>
  /** The affected keys; all of the part when left out. */
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
  /**
   * Such as `links`. Its text is `dependent.<code>` in the plugin's `i18n`, or `dependent.<code>_one` and
   * `dependent.<code>_other`, with `{{count}}`.
   */
  readonly code: string
  readonly count: number
  /** Up to five names of them. */
  readonly examples: readonly string[]
  /** Page of the workspace that lists them. */
  readonly path?: string
  /** `stops` when it no longer works, `changes` when it works in another way. */
  readonly effect: 'stops' | 'changes'
}

/**
 * How a kind reads and writes its targets. Each call may take 30 s, and must end when the signal of its scope aborts.
 * A handler may send requests to other servers.
 */
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
   * Values as the history explains them, from the plugin's own copy: `stateAt` takes changesets back from them. Left out,
   * it takes them back from the values of `read`, where a change that was not recorded yet is in every past moment.
   * @throws Problem `not_found` for a target that the workspace does not have
   */
  recorded?(scope: WorkspaceContext<Tables>, target: string): Promise<TargetState<Value>>
  /**
   * Writes one value, and only where `step.before` is still the present one. It may run again after a crash, when its
   * effect is already there.
   * @throws Problem `conflict` when the present value is neither `before` nor `after`. A Problem with the header
   *   `retry-after` pauses the changeset for that time; the code of any other is shown to people, and other errors are
   *   shown as `internal`.
   */
  write(scope: WorkspaceContext<Tables>, target: string, step: ChangeStep<Value>): Promise<void>
  /**
   * Refuses or warns, within 10 s. A revert brings back values that the target had, which may be others than a plan can
   * set, so it is better warned about than refused.
   * @throws Problem `invalid_input` for values that the target can't have
   */
  judge?(
    scope: WorkspaceContext<Tables>,
    part: ChangePart<Value> & { readonly isRevert: boolean },
    state: TargetState<Value>,
  ): Promise<readonly ChangeWarning[]>
  /**
   * Runs after every step of the changeset is written and verified, and with the written steps of one that is left
   * half-done. It may run again.
   */
  settled?(scope: WorkspaceContext<Tables>, part: ChangePart<Value>): Promise<void>
}

/** Wanted values of one target. */
export interface WantedPart<Kind extends ChangeKind = ChangeKind> extends ChangeTarget<Kind> {
  /** A value to set by its key, in the order in which they are written; null deletes it. */
  readonly set: ReadonlyMap<string, StandardSchemaV1.InferInput<Kind['value']> | null>
  /**
   * The present values that the wanted ones were made of, null for one that was not there. The plan is refused with
   * `stale_plan` when it reads others.
   */
  readonly seen?: ReadonlyMap<string, StandardSchemaV1.InferOutput<Kind['value']> | null>
}

/** A plan to be made. */
export interface PlanOptions {
  /** 1 to 200 characters. */
  readonly title: string
  /** The reason, for people who read the history: at most 2,000 characters. */
  readonly note?: string
  /** Left out for the plugin itself. */
  readonly userId?: string
  /**
   * The plugin that asks for it, by a service of this one: the plan, and what it owns, are that plugin's. Left out for
   * the plugin itself.
   */
  readonly onBehalfOf?: string
  /** 1 to 20, each of another target; at most 20,000 values and 16 MiB together. */
  readonly parts: readonly WantedPart[]
  /**
   * Marks the changed keys as the plugin's own. A later plan of another plugin, or of a person, that changes one of them
   * has the warning `owned`, which names the owner.
   */
  readonly owns?: boolean
  /** After a crash or an error, resume without asking. */
  readonly finishesByItself?: boolean
  /**
   * Checks what else has to hold, after the targets were read: its error ends the plan. A target that another changeset
   * changes after the check makes the plan stale.
   */
  readonly verify?: () => Promise<void>
}

/**
 * State of a changeset.
 *
 * `planned` until it is approved, dismissed, or an hour old; `approved` until it is applied or an hour old; `expired`
 * when that hour is over, or when a target changed before anything was written; `applying` while its steps are written;
 * `interrupted` when a step failed or the process died: it waits for `finish`, `revert` or `leave`; `applied`;
 * `reverted` by a later changeset; `left` half-done by choice.
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
 * State of a step in the journal. `writing`: it was being written when its state was last read. `differs`: the present
 * value is neither the one before nor the one after, so a person must look.
 */
export type StepState = 'waiting' | 'writing' | 'applied' | 'differs'

/** A part of a changeset, without its steps. */
export interface ChangesetPart extends Omit<ChangePart, 'steps'> {
  readonly count: number
}

/**
 * A title that readers see in their language: `change.<code>` of the plugin's `i18n`, with the values of its placeholders.
 */
export interface ChangeTitle {
  /** Lower-case letters, digits and underscores, at most 64. */
  readonly code: string
  readonly params?: Readonly<Record<string, string | number>>
}

/** A changeset as it is read, without its steps. */
export interface Changeset {
  readonly id: string
  readonly title: string
  /** The title in every language; null for one that a person or a plugin wrote. */
  readonly titleText: ChangeTitle | null
  readonly note: string | null
  readonly state: ChangesetState
  /** SHA-256 of the canonical parts and the versions of their targets, in hex: what is approved is what is applied. */
  readonly hash: string
  /** Lowest role that may approve, apply and revert: the highest of its kinds. */
  readonly role: Role
  /** The plugin that planned it, or recorded it. */
  readonly plugin: string
  /** Null for the plugin itself. */
  readonly plannedBy: string | null
  readonly approvedBy: string | null
  readonly createdAt: string
  readonly expiresAt: string
  readonly finishedAt: string | null
  /** When every target was read back and was as planned. */
  readonly verifiedAt: string | null
  /** The changeset that this one reverts. */
  readonly reverts: string | null
  /** Whether it records values that changed outside. */
  readonly isDrift: boolean
  /** The error code that stopped it. */
  readonly error: string | null
  readonly parts: readonly ChangesetPart[]
  readonly warnings: readonly (ChangeWarning & {
    /** The plugin with its text; `host` for those of the service: `owned`, `unknown_dependents`, `changed_since`. */
    readonly plugin: string
  })[]
  readonly dependents: readonly (Dependent & { readonly plugin: string })[]
}

/** A step of a changeset with its state. */
export interface JournaledStep extends ChangeStep {
  /** Index of the part. */
  readonly part: number
  readonly state: StepState
}

/** Approval of a plan. */
export interface Approval {
  readonly userId: string
  /** The hash of the plan that the person saw. */
  readonly hash: string
  /** The typed texts of all warnings with `confirm`. */
  readonly confirmations?: readonly string[]
}

/**
 * Changes of one workspace that are planned, approved, applied with a journal, verified and reverted. It checks no
 * roles: compare the caller's with `role` of the changeset. An unknown ID, or that of another workspace, is `not_found`.
 */
export interface ChangesetsService<Tables = object> {
  /** Sets the handler of a kind. While mounting. @throws Error for a kind that is handled twice */
  handle<Kind extends ChangeKind, Own = Tables>(
    kind: Kind,
    handler: ChangeHandler<StandardSchemaV1.InferOutput<Kind['value']>, Own>,
  ): void
  /**
   * Finds what depends on changed values of any plugin's targets, within 2 s. While mounting. A failure is shown as the
   * warning `unknown_dependents`.
   */
  dependents<Own = Tables>(
    find: (scope: WorkspaceContext<Own>, parts: readonly ChangePart[]) => Promise<readonly Dependent[]>,
  ): void
  /**
   * Plans a change of the plugin's own kinds: reads the targets and stores the difference, its warnings and its blast
   * radius. At most 200 plans wait in a workspace.
   * @returns undefined when nothing would change
   * @throws Problem `invalid_input` naming the keys; `not_found`; `service_unavailable` when a target can't be read
   */
  plan(orgId: string, options: PlanOptions): Promise<Changeset | undefined>
  /**
   * @throws Problem `stale_plan` for another hash, an expired plan or targets that changed since; `invalid_input` for a
   *   missing confirmation; `conflict` for another state
   */
  approve(orgId: string, id: string, approval: Approval): Promise<Changeset>
  /**
   * Begins to apply an approved changeset in a job; the caller follows its state. Each target takes one changeset at a
   * time. The present values are compared with the plan before the first write: any difference ends it as `expired`.
   * @throws Problem `stale_plan`; `target_busy`; `feature_disabled`; `conflict` for another state
   */
  apply(orgId: string, id: string): Promise<Changeset>
  /**
   * Plans, approves and applies at once, for a plugin that changes its own values by itself. A plan that changes keys of
   * another owner, or asks for a confirmation, stays `planned` and waits for a person.
   */
  applyNow(orgId: string, options: PlanOptions): Promise<Changeset | undefined>
  /** Resumes an interrupted changeset. @throws Problem `target_busy`; `feature_disabled`; `conflict` for another state */
  finish(orgId: string, id: string, userId: string): Promise<Changeset>
  /**
   * Plans the opposite of the applied steps, as a changeset of its own, which is approved and applied as any other.
   * Values that changed since are left out, and named by the warning `changed_since`.
   * @returns undefined when nothing would change
   * @throws Problem `conflict` when every value changed since, or for another state
   */
  revert(
    orgId: string,
    id: string,
    options: Pick<PlanOptions, 'title' | 'note' | 'userId'>,
  ): Promise<Changeset | undefined>
  /** Ends an interrupted changeset as it is. @throws Problem `conflict` for another state */
  leave(orgId: string, id: string, userId: string): Promise<Changeset>
  /** Ends a plan that was not applied. @throws Problem `conflict` for another state */
  dismiss(orgId: string, id: string, userId: string): Promise<Changeset>
  find(orgId: string, id: string): Promise<Changeset | undefined>
  /** Steps of a changeset, in their order. */
  steps(orgId: string, id: string, page: PageRequest): Promise<Page<JournaledStep>>
  /** Changesets that changed a target, the latest first. They are kept for two years. */
  history(orgId: string, of: ChangeTarget, page: PageRequest): Promise<Page<Changeset>>
  /**
   * Values of a target as they were: the recorded ones with later changesets taken back.
   * @throws Problem `invalid_input` for a moment before the first known changeset
   */
  stateAt(orgId: string, of: ChangeTarget, at: string): Promise<TargetState>
  /**
   * Records values that changed outside, so that the history explains them. Plans of the target are stale then. After six
   * such changesets of a target within 24 hours, further steps are added to the last of them, until one of the six is older.
   * @throws Problem `target_busy`; `invalid_input` for an invalid code
   */
  recordDrift(
    orgId: string,
    of: ChangeTarget,
    drift: {
      /** In English; shown where the text is missing. */
      readonly title: string
      readonly text?: ChangeTitle
      readonly steps: readonly ChangeStep[]
    },
  ): Promise<Changeset>
  /** Owners of the keys of a target. */
  owners(
    orgId: string,
    of: ChangeTarget,
  ): Promise<ReadonlyMap<string, { readonly plugin: string; readonly note: string | null }>>
  /** Removes owners of a target: of the given keys, or all when it is gone. The history stays. */
  release(orgId: string, of: ChangeTarget, keys?: readonly string[]): Promise<void>
}

/**
 * Changes that people and agents see before they are made.
 *
 * Audience: authors.
 */
export const Changesets = serviceToken<ChangesetsService>('core.changesets')
