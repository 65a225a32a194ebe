/**
 * One change of the host's own data. A domain service records it once, in the transaction of the change; its audit entry
 * and its event are both derived from it here, so neither can be forgotten and neither is read from the other. The log
 * contains more than an event, which leaves the host: names and addresses of people stay in it.
 */
import type { AuditEntry } from '@host/plugin'
import { accessRows, type AccessFacts } from './access-changes.ts'
import { accountRows, type AccountFacts } from './account-changes.ts'
import { certificateRows, type CertificateChangeFacts } from './certificate-changes.ts'
import type { ChangeRows } from './change-row.ts'
import { changesetRows, type ChangesetFacts } from './changeset-changes.ts'
import type { HostEvent } from './host-events.ts'
import { instanceRows, type InstanceFacts } from './instance-changes.ts'
import { memberAccountRows, type MemberAccountFacts } from './member-account-changes.ts'
import { memberRows, type MemberFacts } from './member-changes.ts'
import { signInRows, type SignInFacts } from './sign-in-changes.ts'
import { supportRows, type SupportFacts } from './support-changes.ts'
import { workspaceRows, type WorkspaceFacts } from './workspace-changes.ts'

interface ChangeFacts
  extends
    WorkspaceFacts,
    MemberFacts,
    MemberAccountFacts,
    AccountFacts,
    SignInFacts,
    AccessFacts,
    SupportFacts,
    ChangesetFacts,
    CertificateChangeFacts,
    InstanceFacts {}

/** The kind of a change, and the action of its audit entry. */
export type ChangeKind = keyof ChangeFacts

/** A change of one of these kinds. */
export type ChangeOf<Kind extends ChangeKind> = {
  readonly [Each in Kind]: { readonly kind: Each } & ChangeFacts[Each]
}[Kind]

export type DomainChange = ChangeOf<ChangeKind>

type Rows = typeof workspaceRows &
  typeof memberRows &
  typeof memberAccountRows &
  typeof accountRows &
  typeof signInRows &
  typeof accessRows &
  typeof supportRows &
  typeof changesetRows &
  typeof certificateRows &
  typeof instanceRows

type SilentKind = {
  readonly [Kind in ChangeKind]: Rows[Kind]['event'] extends undefined ? Kind : never
}[ChangeKind]

/** A change that no event reports. */
export type SilentChange = ChangeOf<SilentKind>

const rows: ChangeRows<ChangeFacts> = {
  ...workspaceRows,
  ...memberRows,
  ...memberAccountRows,
  ...accountRows,
  ...signInRows,
  ...accessRows,
  ...supportRows,
  ...changesetRows,
  ...certificateRows,
  ...instanceRows,
}

/** The audit entry of a change; undefined where the call that changes writes its own. */
export function entryOf<Kind extends ChangeKind>(change: ChangeOf<Kind>): AuditEntry | undefined {
  const said = rows[change.kind].entry?.(change)
  return said && { action: change.kind, ...said }
}

/** The event of a change; undefined where none reports it. */
export function eventOf<Kind extends ChangeKind>(change: ChangeOf<Kind>): HostEvent | undefined {
  return rows[change.kind].event?.(change)
}
