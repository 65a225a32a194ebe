import type { AuditEntry } from '@host/plugin'
import type { HostEvent } from './host-events.ts'

interface Acted {
  /** The actor, where the service knows it; else the caller of the request, or the host itself. */
  readonly actorId?: string | undefined
}

/** A change in a workspace. */
export interface InWorkspace extends Acted {
  readonly orgId: string
}

/** A change of the whole instance. */
export interface InInstance extends Acted {
  readonly orgId?: undefined
}

/** A change in a workspace, or of the whole instance. */
export interface InEither extends Acted {
  readonly orgId: string | undefined
}

/** The entry of a change; its action is the kind of the change. */
export type EntryText = Omit<AuditEntry, 'action'>

/** The audit entry and the event of one kind of change. */
export interface ChangeRow<Facts> {
  /** Undefined where the call that changes writes its own entry. */
  readonly entry: ((change: Facts) => EntryText) | undefined
  /** Undefined for a change that no event reports. */
  readonly event: ((change: Facts) => HostEvent) | undefined
}

/** A row for each kind. */
export type ChangeRows<Facts> = { readonly [Kind in keyof Facts]: ChangeRow<Facts[Kind]> }
