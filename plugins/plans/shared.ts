export * from './shared/entitlements.ts'
export * from './shared/limits.ts'
export * from './shared/plans.ts'
export * from './shared/workspace-plans.ts'
