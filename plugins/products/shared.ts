/** Endpoints of the plugin, by subject. */
export * from './shared/delivery.ts'
export * from './shared/files.ts'
export * from './shared/limits.ts'
export * from './shared/money.ts'
export * from './shared/prices.ts'
export * from './shared/products.ts'
export * from './shared/variants.ts'
export * from './shared/orders.ts'
