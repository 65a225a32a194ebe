import type { Wording } from '@host/plugin'
import { Throttle } from '../security/throttle/throttle.ts'
import { DeferredWrites } from '../support/deferred-writes.ts'
import { AccountStore } from './accounts/account-store.ts'
import { accountsService } from './accounts/accounts-service.ts'
import { PasswordHasher } from './accounts/password-hash.ts'
import { passwordHashes } from './accounts/password-hashes.ts'
import { SetUp } from './accounts/set-up.ts'
import { apiTokensService } from './api-tokens/api-tokens-service.ts'
import { LiveTokens } from './api-tokens/live-tokens.ts'
import { TokenChanges } from './api-tokens/token-changes.ts'
import { TokenFailures } from './api-tokens/token-failures.ts'
import { TokenStore, type TokenUsed } from './api-tokens/token-store.ts'
import { openExternal } from './external/open-external.ts'
import type { FeatureGate } from './features/feature-gate.ts'
import { featuresService } from './features/features-service.ts'
import type { Identity, IdentityOptions, IdentityServices } from './identity.ts'
import { invitationsService } from './invitations/invitations-service.ts'
import { LiveSessions } from './sessions/live-sessions.ts'
import { openPeople } from './open-people.ts'
import { AnonymousThrottle } from './recovery/anonymous-throttle.ts'
import { SessionChanges } from './sessions/session-changes.ts'
import { SessionStore } from './sessions/session-store.ts'
import { sessionsService } from './sessions/sessions-service.ts'
import { openSignIn } from './sign-in/open-sign-in.ts'
import { supportAccessService } from './support/support-access-service.ts'
import { SupportSweeper } from './support/support-sweeper.ts'
import { workspaceSettings } from './workspace-settings.ts'
import { workspacesService } from './workspaces/workspaces-service.ts'

/** Makes people, sessions, workspaces and features of a host. It reads nothing yet: see `firstRun`. */
export function createIdentity(options: IdentityOptions): Identity {
  const { db, clock, log, recorder, coherence } = options
  const store = new SessionStore(db)
  const lastSeen = new DeferredWrites<string>({
    write: (ids) => store.seen(ids, clock()),
    onError: (error) => log.warn('The last use of some sessions could not be stored', { error }),
  })
  const changes = new SessionChanges(db, recorder)
  const live = new LiveSessions({ store, changes, lastSeen, clock, coherence })
  const accounts = new AccountStore(db)
  const passwords = new PasswordHasher(options.passwordCost)
  const setUp = new SetUp({ db, accounts, passwords, clock, recorder })
  const { graph, gate } = options.features
  const throttle = new Throttle(options.attempts)
  const accountsOf = accountsService({ ...options, store: accounts, passwords, throttle, setUp })
  const sessions = { db, store, live, clock, changes }
  const signIn = openSignIn({ ...options, sessions, loginThrottle: throttle, accounts: accountsOf })
  const external = openExternal({ ...options, live, signIn: signIn.signIn })
  const tokens = openTokens(options, { live, gate })
  const workspaces = workspacesService({ ...options, accounts, live })
  const people = openPeople({
    ...options,
    accounts,
    passwords,
    live,
    loginThrottle: throttle,
    throttle: new AnonymousThrottle(options.anonymousLimits),
    leave: (actor) => workspaces.leave(actor),
  })
  return Object.freeze({
    sessions: live,
    tokens: tokens.live,
    gate,
    forgetWorkspace: async (orgId: string) => void (await Promise.all([live.forget({ orgId }), gate.forget(orgId)])),
    services: Object.freeze<IdentityServices>({
      accounts: accountsOf,
      sessions: sessionsService(sessions),
      ...signIn,
      apiTokens: tokens.service,
      workspaces,
      invitations: invitationsService({ ...options, accounts, passwords, live }),
      ...people,
      features: featuresService({ ...options, graph, gate }),
      workspaceSettings: workspaceSettings(db),
      passwordHashes: passwordHashes(options.passwordCost),
      ...external,
      supportAccesses: supportAccessService({ ...options, live }),
    }),
    supportSweeper: new SupportSweeper({ ...options, live }),
    firstRun: (failedRestore?: Wording) => setUp.firstRun(options.firstAdmin, failedRestore),
    setUp,
    flush: async () => {
      await Promise.all([lastSeen.flush(), tokens.lastUsed.flush()])
    },
  })
}

interface TokenParts {
  readonly live: LiveSessions
  readonly gate: FeatureGate
}

function openTokens(options: IdentityOptions, { live, gate }: TokenParts) {
  const { db, clock, log, catalog } = options
  const store = new TokenStore(db)
  const lastUsed = new DeferredWrites<TokenUsed>({
    write: (uses) => store.used(uses),
    onError: (error) => log.warn('The last use of some API tokens could not be stored', { error }),
  })
  const service = apiTokensService({
    store,
    changes: new TokenChanges(options),
    clock,
    live,
    plugins: catalog,
    isEnabled: (orgId, feature) => gate.isEnabled(orgId, feature),
  })
  const failures = new TokenFailures(clock)
  return { service, lastUsed, live: new LiveTokens({ ...options, store, lastUsed, failures }) }
}
