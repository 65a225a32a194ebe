import type { RegisteredPlugin } from '../declared/plugin-entry.ts'
import type { GuardTools } from './guard.ts'

/** A plugin with the tools that its scopes and hooks are made with. */
export interface EquippedPlugin {
  readonly registered: RegisteredPlugin
  readonly tools: GuardTools
}
