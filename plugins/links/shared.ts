/** Endpoints of the plugin, by subject. */
export * from './shared/clicks.ts'
export * from './shared/hosts.ts'
export * from './shared/limits.ts'
export * from './shared/links.ts'
export * from './shared/rules.ts'
export * from './shared/slugs.ts'
