import type {
  AmountUnit,
  MeterDefinition,
  QuotaDefinition,
  QuotaRecord,
  QuotaRecordPage,
  TierDefinition,
} from '../plan-parts.ts'
import { serviceToken } from '../service.ts'

/** A part of plans, with the plugin that declares it; `host` for the host's own. */
export type Declared<Part> = Readonly<Part & { readonly plugin: string }>

/** A quota without its functions. */
export interface DeclaredQuota extends Omit<QuotaDefinition, 'unit' | 'used' | 'records'> {
  /** @since 1.1.0 */
  readonly unit: AmountUnit
  /** Whether its records above a limit are locked. */
  readonly isLockable: boolean
}

/** The parts of which plans are made in this build. */
export interface PlanCatalogParts {
  readonly tiers: readonly Declared<TierDefinition>[]
  readonly quotas: readonly Declared<DeclaredQuota>[]
  readonly meters: readonly Declared<MeterDefinition>[]
}

/** Reads the parts of plans from the definitions of the build. */
export interface PlanCatalogService {
  parts(): PlanCatalogParts
  /**
   * How much of each quota a workspace uses, by name. A plugin that throws or takes longer than 2 s is left out, which is
   * logged as its fault.
   */
  used(orgId: string): Promise<ReadonlyMap<string, number>>
  /**
   * Some records of a quota, the first created first; undefined for a quota whose records are not locked. Within 2 s.
   * @since 1.1.0
   */
  records(orgId: string, quota: string, page: QuotaRecordPage): Promise<readonly QuotaRecord[] | undefined>
  /**
   * How much of a meter of the host a workspace used between two moments (ISO 8601), in full hours and at most 90 days ago;
   * undefined for a meter of a plugin, which counts itself by `Entitlements.count`.
   * @since 1.1.0
   */
  measured(use: {
    readonly orgId: string
    readonly meter: string
    readonly from: string
    readonly to: string
  }): Promise<number | undefined>
}

/**
 * Tiers, quotas and meters of all plugins of this build.
 *
 * Audience: platform.
 */
export const PlanCatalog = serviceToken<PlanCatalogService>('core.plan-catalog')
