/** Endpoints of the plugin, by subject. */
export * from './shared/invitations.ts'
export * from './shared/members.ts'
export * from './shared/support.ts'
export * from './shared/workspaces.ts'
