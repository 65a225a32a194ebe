import type { ReadinessItem } from '../capabilities.ts'
import type { Language } from '../wire-types.ts'
import { serviceToken } from '../service.ts'

/** A condition of the instance, with the plugin that checks it. */
export interface InstanceReadinessItem extends ReadinessItem {
  readonly plugin: string
}

/** Facts that operators confirmed or tested, by name; values are JSON. */
export type InstanceFacts = Readonly<Record<string, unknown>>

/** Whether the instance is well run; the caller has checked the rights. */
export interface ReadinessService {
  /** Conditions of all plugins. One that throws or is too slow is one item of the state `unknown`, and its fault. */
  items(language: Language): Promise<readonly InstanceReadinessItem[]>
  /** Name of the key that encrypts secrets, fit to be shown; undefined before the first start has ended. */
  keyName(): Promise<string | undefined>
  facts(): Promise<InstanceFacts>
  /** Stores facts; omitted ones stay. @throws Problem `conflict` when others keep writing */
  storeFacts(facts: InstanceFacts): Promise<void>
}

/**
 * Whether the instance is well run. In-tree only.
 *
 * Audience: platform.
 */
export const Readiness = serviceToken<ReadinessService>('core.readiness')
