/** What server and pages call, by theme. */
export * from './shared/connection.ts'
export * from './shared/providers.ts'
