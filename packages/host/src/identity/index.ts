/** Callers, their rights, and the features of their workspace. */
export { createIdentity } from './create-identity.ts'
export type { Identity } from './identity.ts'
export { createFeatures } from './features/create-features.ts'
export type { HostFeatures } from './features/create-features.ts'
export { readChoices } from './features/feature-store.ts'
export { identityModels } from './models.ts'
export type { HostDatabase, HostTables } from './models.ts'
export type { PasswordCost } from './accounts/password-hash.ts'
