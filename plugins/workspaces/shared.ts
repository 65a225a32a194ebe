/** What server, pages and programs call, by theme. */
export * from './shared/invitations.ts'
export * from './shared/members.ts'
export * from './shared/workspaces.ts'
