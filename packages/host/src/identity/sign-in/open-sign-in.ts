import type { AccountsService } from '@host/plugin/platform'
import type { Vault } from '../../security/encryption/vault.ts'
import type { Throttle } from '../../security/throttle/throttle.ts'
import type { IdentityServices } from '../identity.ts'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import { FactorChanges } from '../second-factors/factor-changes.ts'
import { FactorProofs } from '../second-factors/factor-proofs.ts'
import { PasskeyStore } from '../second-factors/passkey-store.ts'
import { relyingParty } from '../second-factors/relying-party.ts'
import { secondFactorsService } from '../second-factors/second-factors-service.ts'
import { TotpApps } from '../second-factors/totp-apps.ts'
import type { SessionsOptions } from '../sessions/sessions-service.ts'
import { Challenges } from './challenges.ts'
import { signInService } from './sign-in-service.ts'

/** Options of signing in. */
export interface OpenSignInOptions {
  readonly recorder: ChangeRecorder
  readonly vault: Vault
  readonly publicUrl: URL | undefined
  readonly sessions: SessionsOptions
  readonly loginThrottle: Throttle
  readonly accounts: Pick<AccountsService, 'verifyPassword'>
}

/** Makes the services of signing in and of second factors. */
export function openSignIn(options: OpenSignInOptions): Pick<IdentityServices, 'signIn' | 'secondFactors'> {
  const { recorder, vault, publicUrl, sessions, accounts } = options
  const { db, clock, live } = sessions
  const shared = {
    db,
    clock,
    recorder,
    live,
    apps: new TotpApps({ db, vault, clock }),
    passkeys: new PasskeyStore(db),
    throttle: options.loginThrottle,
    challenges: new Challenges(db, clock),
    partyOf: (request: Request) => relyingParty(request, publicUrl),
  }
  const proofs = new FactorProofs(shared)
  const changes = new FactorChanges(shared)
  const { verifyPassword } = accounts
  return {
    signIn: signInService({ ...shared, sessions, proofs }),
    secondFactors: secondFactorsService({ ...shared, proofs, changes, verifyPassword }),
  }
}
