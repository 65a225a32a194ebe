/** Endpoints of notifications, channels and preferences. All of them are personal, for all workspaces of a user. */
export * from './shared/channels.ts'
export * from './shared/inbox.ts'
export * from './shared/emails.ts'
export * from './shared/preferences.ts'
export * from './shared/unread.ts'
