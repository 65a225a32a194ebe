import type { ServiceToken } from '@host/plugin'
import { SecondFactors, SignIn, type AccountsService, type SignInService } from '@host/plugin/platform'
import type { Vault } from '../../security/encryption/vault.ts'
import type { LoginThrottle } from '../accounts/login-throttle.ts'
import type { ProvidedService } from '../identity.ts'
import type { IdentityAudit } from '../identity-audit.ts'
import { FactorChanges } from '../second-factors/factor-changes.ts'
import { FactorProofs } from '../second-factors/factor-proofs.ts'
import { FactorThrottle } from '../second-factors/factor-throttle.ts'
import { PasskeyStore } from '../second-factors/passkey-store.ts'
import { relyingParty } from '../second-factors/relying-party.ts'
import { secondFactorsService } from '../second-factors/second-factors-service.ts'
import { TotpApps } from '../second-factors/totp-apps.ts'
import type { SessionsOptions } from '../sessions/sessions-service.ts'
import { Challenges } from './challenges.ts'
import { signInService } from './sign-in-service.ts'

/** Options of signing in. */
export interface OpenSignInOptions {
  readonly audit: IdentityAudit
  readonly vault: Vault
  readonly publicUrl: URL | undefined
  readonly sessions: SessionsOptions
  readonly loginThrottle: LoginThrottle
  readonly accounts: Pick<AccountsService, 'verifyPassword'>
}

/** Signing in, for other parts of identity, and its services for plugins. */
export interface OpenedSignIn {
  readonly service: SignInService
  readonly services: readonly ProvidedService[]
}

/** Makes the services of signing in and of second factors. */
export function openSignIn(options: OpenSignInOptions): OpenedSignIn {
  const { audit, vault, publicUrl, sessions, accounts } = options
  const { db, clock, live } = sessions
  const shared = {
    db,
    clock,
    audit,
    live,
    apps: new TotpApps({ db, vault, clock }),
    passkeys: new PasskeyStore(db),
    throttle: new FactorThrottle(options.loginThrottle),
    challenges: new Challenges(db, clock),
    partyOf: (request: Request) => relyingParty(request, publicUrl),
  }
  const proofs = new FactorProofs(shared)
  const changes = new FactorChanges(shared)
  const { verifyPassword } = accounts
  const service = signInService({ ...shared, sessions, proofs })
  const factors = secondFactorsService({ ...shared, proofs, changes, verifyPassword })
  return Object.freeze({ service, services: [provided(SignIn, service), provided(SecondFactors, factors)] })
}

function provided<Service>(token: ServiceToken<Service>, service: Service): ProvidedService {
  return Object.freeze([token as ServiceToken<unknown>, service] as const)
}
