/** Endpoints of the plugin, by subject. */
export * from './shared/limits.ts'
export * from './shared/products.ts'
