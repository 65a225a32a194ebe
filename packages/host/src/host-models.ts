import { identityModels } from './identity/index.ts'

/** The tables that the host itself owns, of all its parts. */
export const hostModels = [...identityModels] as const
