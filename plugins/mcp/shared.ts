/** What server and pages call, by theme. */
export * from './shared/approvals.ts'
export * from './shared/help.ts'
export * from './shared/token-tools.ts'
