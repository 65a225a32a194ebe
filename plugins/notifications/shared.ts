/** What notifications, channels and preferences are over the wire. All of it is a person's own, in all their workspaces. */
export * from './shared/channels.ts'
export * from './shared/inbox.ts'
export * from './shared/emails.ts'
export * from './shared/preferences.ts'
export * from './shared/unread.ts'
