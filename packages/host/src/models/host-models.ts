import { acmeModels } from '../tls/acme/models.ts'
import { accountingModels } from '../observability/accounting/models.ts'
import { auditModels } from '../audit/models.ts'
import { backgroundWorkModels } from '../background-work/models.ts'
import { backupModels } from './backup.ts'
import { blobModels } from '../blobs/models.ts'
import { changesetModels } from '../changesets/models.ts'
import { coherenceModels } from '../security/coherence/models.ts'
import { edgeModels } from '../pipeline/edge/models.ts'
import { emailTemplateModels } from '../email-templates/models.ts'
import { encryptionModels } from '../security/encryption/models.ts'
import { eventModels } from '../events/models.ts'
import { idempotencyModels } from '../idempotency/models.ts'
import { jobModels } from '../jobs/models.ts'
import { identityModels } from '../identity/index.ts'
import { nodeModels } from '../database/nodes/models.ts'
import { rateLimitModels } from '../security/rate-limits/models.ts'
import { settingsModels } from '../settings/models.ts'
import { throttleModels } from '../security/throttle/models.ts'
import { tlsModels } from '../tls/models.ts'
import { storageModels } from './workspace-storage.ts'

/** The tables that the host itself owns, by its parts. */
export const hostModelParts = {
  accounting: accountingModels,
  acme: acmeModels,
  audit: auditModels,
  'background-work': backgroundWorkModels,
  backup: backupModels,
  blobs: blobModels,
  changesets: changesetModels,
  coherence: coherenceModels,
  edge: edgeModels,
  'email-templates': emailTemplateModels,
  encryption: encryptionModels,
  events: eventModels,
  idempotency: idempotencyModels,
  identity: identityModels,
  jobs: jobModels,
  nodes: nodeModels,
  'rate-limits': rateLimitModels,
  settings: settingsModels,
  storage: storageModels,
  throttle: throttleModels,
  tls: tlsModels,
} as const

/** The tables that the host itself owns, of all its parts. */
export const hostModels = [
  ...accountingModels,
  ...acmeModels,
  ...auditModels,
  ...backgroundWorkModels,
  ...backupModels,
  ...blobModels,
  ...changesetModels,
  ...coherenceModels,
  ...edgeModels,
  ...emailTemplateModels,
  ...encryptionModels,
  ...eventModels,
  ...idempotencyModels,
  ...identityModels,
  ...jobModels,
  ...nodeModels,
  ...rateLimitModels,
  ...settingsModels,
  ...storageModels,
  ...throttleModels,
  ...tlsModels,
] as const
