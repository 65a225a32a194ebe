/** Endpoints of the plugin, by subject. */
export * from './shared/profile.ts'
export * from './shared/recovery.ts'
export * from './shared/security.ts'
export * from './shared/sessions.ts'
export * from './shared/set-up-restore.ts'
export * from './shared/sign-in.ts'
