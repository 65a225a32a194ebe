/**
 * Endpoints of notifications, channels and preferences. They are personal, for all workspaces of a user, except those of
 * the channels of a workspace.
 */
export * from './shared/channels.ts'
export * from './shared/inbox.ts'
export * from './shared/emails.ts'
export * from './shared/preferences.ts'
export * from './shared/unread.ts'
export * from './shared/workspace-channels.ts'
