/** Endpoints of the plugin, by subject. */
export * from './shared/checks.ts'
export * from './shared/claims.ts'
export * from './shared/limits.ts'
