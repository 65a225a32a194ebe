/** Who calls, what they may, and what their workspace has switched on. */
export type { Caller } from './caller.ts'
export { createIdentity } from './create-identity.ts'
export type { FirstAdmin, Identity, IdentityOptions, ProvidedService } from './identity.ts'
export { hostModels } from './models.ts'
export type { HostDatabase, HostTables } from './models.ts'
export type { PasswordCost } from './accounts/password-hash.ts'
