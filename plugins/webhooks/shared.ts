/** Endpoints of the plugin, by subject. */
export * from './shared/deliveries.ts'
export * from './shared/endpoints.ts'
export * from './shared/event-catalog.ts'
export * from './shared/event-choice.ts'
export * from './shared/limits.ts'
