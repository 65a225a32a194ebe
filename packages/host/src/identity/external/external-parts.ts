import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { HostDatabase } from '../models.ts'
import type { LiveSessions } from '../sessions/live-sessions.ts'
import type { ClientSecrets } from './client-secrets.ts'
import type { Issuers } from './issuers.ts'
import type { ProviderStore } from './provider-store.ts'
import type { Remotes } from './remotes.ts'

/** Shared dependencies of the services for external sign-in. */
export interface ExternalParts {
  readonly db: HostDatabase
  readonly recorder: ChangeRecorder
  readonly live: LiveSessions
  readonly providers: ProviderStore
  readonly issuers: Issuers
  readonly remotes: Remotes
  readonly secrets: ClientSecrets
  /** The public address of this host; external sign-in is impossible without it. */
  readonly publicUrl: URL | undefined
}
