import type { AccountsService } from '@host/plugin/platform'
import type { Throttle } from '../../security/throttle/throttle.ts'
import type { HostDatabase } from '../models.ts'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { LiveSessions } from '../sessions/live-sessions.ts'
import type { Challenges } from '../sign-in/challenges.ts'
import type { FactorChanges } from './factor-changes.ts'
import type { FactorProofs } from './factor-proofs.ts'
import type { PasskeyStore } from './passkey-store.ts'
import type { RelyingParty } from './relying-party.ts'
import type { TotpApps } from './totp-apps.ts'

/** Dependencies of second factors. */
export interface FactorParts {
  readonly db: HostDatabase
  readonly clock: () => number
  readonly recorder: ChangeRecorder
  readonly live: LiveSessions
  readonly apps: TotpApps
  readonly passkeys: PasskeyStore
  readonly throttle: Throttle
  readonly proofs: FactorProofs
  readonly changes: FactorChanges
  readonly challenges: Challenges
  readonly verifyPassword: AccountsService['verifyPassword']
  partyOf(request: Request): RelyingParty
}
