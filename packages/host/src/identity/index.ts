/** Who calls, what they may, and what their workspace has switched on. */
export { createIdentity } from './create-identity.ts'
export type { Identity, ProvidedService } from './identity.ts'
export { readChoices } from './features/feature-store.ts'
export { identityModels } from './models.ts'
export type { HostDatabase } from './models.ts'
export type { PasswordCost } from './accounts/password-hash.ts'
