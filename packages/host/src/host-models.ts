import { encryptionModels } from './encryption/models.ts'
import { identityModels } from './identity/index.ts'
import { nodeModels } from './nodes/models.ts'

/** The tables that the host itself owns, of all its parts. */
export const hostModels = [...encryptionModels, ...identityModels, ...nodeModels] as const
