/** Endpoints of the plugin, by subject. */
export * from './shared/approvals.ts'
export * from './shared/help.ts'
export * from './shared/token-tools.ts'
