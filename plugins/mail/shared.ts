/** Endpoints of the plugin, by subject. */
export * from './shared/addresses.ts'
export * from './shared/emails.ts'
export * from './shared/folders.ts'
export * from './shared/inbound.ts'
export * from './shared/limits.ts'
export * from './shared/mailboxes.ts'
export * from './shared/replays.ts'
export * from './shared/suppressions.ts'
