import { serviceToken } from '../service.ts'

/** A change of a plugin's routes, tables, events and the like, as `host plugin diff` lists it. */
export interface UpgradeChange {
  /** The kind of part, such as `route` or `column`. */
  readonly kind: string
  /** The name of the part, such as the pattern of a route. */
  readonly name: string
  /** The place inside the part, such as `input.title maxLength`; undefined where the whole part is meant. */
  readonly path?: string | undefined
  readonly change: 'added' | 'removed' | 'changed'
  /** The old and the new value, as short JSON; undefined where it has none. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Whether users of the old version must change something before they use the new one. */
  readonly isBreaking: boolean
}

/** A plugin that an upgrade changes. */
export interface UpgradedPlugin {
  readonly plugin: string
  readonly from: string
  readonly to: string
  /** The least version that its breaking changes need; null where the version says so, or nothing breaks. */
  readonly requiredVersion: string | null
  /** The breaking ones first. */
  readonly changes: readonly UpgradeChange[]
}

/** Version and digest of a build. */
export interface UpgradeBuild {
  readonly version: string
  readonly digest: string
}

/** The report of `host upgrade --check` on another executable. */
export interface UpgradeCheck {
  /** When it ended, ISO 8601. */
  readonly checkedAt: string
  /** The build that was running, and the one that was tried. */
  readonly present: UpgradeBuild
  readonly next: UpgradeBuild
  /** Why it must not take over, in lines; null where it can. */
  readonly failure: string | null
  /** The statements on the database; null where the check did not come that far. */
  readonly database: {
    readonly statements: number
    /** Those that need every process of the present build stopped first. */
    readonly unsafe: readonly string[]
  } | null
  /** Why the present build could not start again afterwards; null where it could, or the check did not come that far. */
  readonly wayBack: string | null
  /** Names of plugins that only one of the builds has. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** Plugins with changes; null where the other build could not describe them. */
  readonly plugins: readonly UpgradedPlugin[] | null
  /** Changes that the report leaves out, since there are too many. */
  readonly left: number
}

/** The last check of an upgrade; the caller has checked the rights. */
export interface UpgradeChecksService {
  /** Undefined before the first check, and for a report that another version wrote in a form of its own. */
  last(): Promise<UpgradeCheck | undefined>
}

/**
 * The last check of an upgrade, which `host upgrade --check` stored. In-tree only.
 *
 * Audience: platform.
 */
export const UpgradeChecks = serviceToken<UpgradeChecksService>('core.upgrade-checks')
