import type { SupportRights } from '@host/plugin/platform'
import type { ChangeRow, ChangeRows, InEither } from './change-row.ts'

/** A change of support access, in the log of the workspace and in that of the instance. */
interface Support extends InEither {
  readonly workspaceId: string
  readonly accessId: string
  /** The instance admin whose access it is. */
  readonly userId: string
}

interface Requested extends Support {
  readonly reason: string
  readonly minutes: number
}

interface Granted extends Support {
  readonly minutes: number
  readonly rights: SupportRights
  readonly until: string
}

interface Started extends Support {
  readonly grantedBy: string | null
}

/** Why access ended: a person ended it, its time was over, its sign-in or account ended, or the workspace was closed. */
export type SupportEnd = 'ended' | 'time' | 'session' | 'closed'

interface Ended extends Started {
  readonly how: SupportEnd
}

/** Changes of support access, by their kind. */
export interface SupportFacts {
  'support.requested': Requested
  'support.withdrawn': Support
  'support.granted': Granted
  'support.declined': Support
  'support.started': Started
  'support.ended': Ended
}

const recorded = ({ workspaceId, userId }: Support) => ({ workspace: workspaceId, admin: userId })
const published = ({ accessId, userId }: Support) => ({ accessId, adminId: userId })
const targetOf = ({ userId }: Support): string => `user:${userId}`

const plain = (name: 'support.withdrawn' | 'support.declined'): ChangeRow<Support> => ({
  entry: (change) => ({ target: targetOf(change), after: recorded(change) }),
  event: (change) => ({ name, data: published(change) }),
})

export const supportRows = {
  'support.requested': {
    entry: (change) => ({
      target: targetOf(change),
      after: { ...recorded(change), reason: change.reason, minutes: change.minutes },
    }),
    event: (change) => ({
      name: 'support.requested',
      data: { ...published(change), minutes: change.minutes },
    }),
  },
  'support.withdrawn': plain('support.withdrawn'),
  'support.granted': {
    entry: (change) => ({
      target: targetOf(change),
      after: { ...recorded(change), minutes: change.minutes, rights: change.rights, until: change.until },
    }),
    event: (change) => ({
      name: 'support.granted',
      data: { ...published(change), rights: change.rights, until: change.until },
    }),
  },
  'support.declined': plain('support.declined'),
  'support.started': {
    entry: (change) => ({ target: targetOf(change), after: { ...recorded(change), grantedBy: change.grantedBy } }),
    event: (change) => ({ name: 'support.started', data: published(change) }),
  },
  'support.ended': {
    entry: (change) => ({
      target: targetOf(change),
      after: { ...recorded(change), grantedBy: change.grantedBy, how: change.how },
    }),
    event: (change) => ({ name: 'support.ended', data: { ...published(change), how: change.how } }),
  },
} as const satisfies ChangeRows<SupportFacts>
