import { accountingModels } from './accounting/models.ts'
import { auditModels } from './audit/models.ts'
import { backgroundWorkModels } from './background-work/models.ts'
import { blobModels } from './blobs/models.ts'
import { coherenceModels } from './coherence/models.ts'
import { encryptionModels } from './encryption/models.ts'
import { eventModels } from './events/models.ts'
import { idempotencyModels } from './idempotency/models.ts'
import { jobModels } from './jobs/models.ts'
import { identityModels } from './identity/index.ts'
import { nodeModels } from './nodes/models.ts'
import { rateLimitModels } from './rate-limits/models.ts'
import { settingsModels } from './settings/models.ts'

/** The tables that the host itself owns, of all its parts. */
export const hostModels = [
  ...accountingModels,
  ...auditModels,
  ...backgroundWorkModels,
  ...blobModels,
  ...coherenceModels,
  ...encryptionModels,
  ...eventModels,
  ...idempotencyModels,
  ...identityModels,
  ...jobModels,
  ...nodeModels,
  ...rateLimitModels,
  ...settingsModels,
] as const
