/** Endpoints of the plugin, by subject. */
export * from './shared/connection.ts'
export * from './shared/providers.ts'
