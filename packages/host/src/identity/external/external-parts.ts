import type { IdentityAudit } from '../identity-audit.ts'
import type { HostDatabase } from '../models.ts'
import type { LiveSessions } from '../sessions/live-sessions.ts'
import type { ClientSecrets } from './client-secrets.ts'
import type { Issuers } from './issuers.ts'
import type { ProviderStore } from './provider-store.ts'
import type { Remotes } from './remotes.ts'

/** What the services of signing in elsewhere share. */
export interface ExternalParts {
  readonly db: HostDatabase
  readonly audit: IdentityAudit
  readonly live: LiveSessions
  readonly providers: ProviderStore
  readonly issuers: Issuers
  readonly remotes: Remotes
  readonly secrets: ClientSecrets
  /** Where browsers reach this host; no one signs in elsewhere without it. */
  readonly publicUrl: URL | undefined
}
