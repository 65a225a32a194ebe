import {
  Problem,
  type DeclaredSettingsService,
  type MaybePromise,
  type SettingsOwner,
  type SettingsSection,
  type SettingsService,
} from '@host/plugin'
import type { RegisteredPlugin } from '../declared/plugin-entry.ts'
import type { Vault } from '../security/encryption/vault.ts'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import type { SilentChange } from '../domain-changes/domain-change.ts'
import { DeclaredSection, settingsKinds, type SettingsKind } from './declared-section.ts'
import { SectionReader } from './section-reader.ts'
import { SectionSecrets } from './section-secrets.ts'
import { SectionWriter } from './section-writer.ts'
import { settingsForm } from './settings-form.ts'
import { placeOf } from './settings-place.ts'
import type { SettingsStore } from './settings-store.ts'

/** Dependencies of declared settings. */
export interface SettingsOptions {
  readonly store: SettingsStore
  readonly vault: Pick<Vault, 'seal' | 'open'>
  readonly recorder: ChangeRecorder<SilentChange>
  readonly plugins: readonly RegisteredPlugin[]
  /** Whether a workspace has a feature switched on. */
  isEnabled(orgId: string, feature: string): MaybePromise<boolean>
}

/** The declared settings of a host. */
export interface HostSettings {
  /** The settings of one plugin, for itself. */
  serviceOf(plugin: string): SettingsService
  /** Those of all plugins, for the pages that show them. */
  readonly declared: DeclaredSettingsService
}

type Sections = ReadonlyMap<SettingsKind, ReadonlyMap<string, DeclaredSection>>

/** Makes the declared settings of a build. */
export function createSettings(options: SettingsOptions): HostSettings {
  const sections = sectionsOf(options.plugins)
  const { store } = options
  const secrets = new SectionSecrets(options.vault)
  const reader = new SectionReader(store, secrets)
  const writer = new SectionWriter({ store, reader, secrets, recorder: options.recorder })
  return Object.freeze<HostSettings>({
    serviceOf: (plugin) => settingsService(plugin, sections, reader),
    declared: declaredSettings(sections, { reader, writer, isEnabled: options.isEnabled }),
  })
}

function sectionsOf(plugins: readonly RegisteredPlugin[]): Sections {
  return new Map(
    settingsKinds.map((kind) => [
      kind,
      new Map(
        plugins.flatMap((registered) => {
          const section = registered.plugin.settings?.[kind]
          return section === undefined ? [] : [[registered.name, new DeclaredSection(registered, section)] as const]
        }),
      ),
    ]),
  )
}

/** Makes the service `Settings` of one plugin. */
function settingsService(plugin: string, sections: Sections, reader: SectionReader): SettingsService {
  const read = async (section: SettingsSection, owner: SettingsOwner): Promise<never> => {
    const declared = sections.get(owner.kind)?.get(plugin)
    if (declared?.section.id !== section.id) {
      throw new TypeError(
        `Plugin "${plugin}" doesn't declare the ${owner.kind} settings "${section.id}"; add them to its "settings".`,
      )
    }
    // The schema guarantees the type that its section declares.
    return (await reader.values(declared, placeOf(plugin, owner))) as never
  }
  return Object.freeze<SettingsService>({
    instance: (section) => read(section, { kind: 'instance' }),
    workspace: (section, orgId) => read(section, { kind: 'workspace', orgId }),
    user: (section, userId) => read(section, { kind: 'user', userId }),
  })
}

interface DeclaredParts extends Pick<SettingsOptions, 'isEnabled'> {
  readonly reader: SectionReader
  readonly writer: SectionWriter
}

/** Makes the service `DeclaredSettings`. */
function declaredSettings(sections: Sections, { reader, writer, isEnabled }: DeclaredParts): DeclaredSettingsService {
  const find = async (plugin: string, owner: SettingsOwner): Promise<DeclaredSection> => {
    const declared = sections.get(owner.kind)?.get(plugin)
    if (declared === undefined) throw new Problem('not_found')
    const { feature } = declared
    if (owner.kind === 'workspace' && feature !== undefined && !(await isEnabled(owner.orgId, feature))) {
      throw new Problem('feature_disabled')
    }
    return declared
  }
  const read = async (declared: DeclaredSection, owner: SettingsOwner) =>
    settingsForm(declared, (await reader.reading(declared, placeOf(declared.plugin, owner))).values)
  return Object.freeze<DeclaredSettingsService>({
    sections: (kind) =>
      [...(sections.get(kind) ?? new Map<string, DeclaredSection>())].map(([plugin, { section }]) => ({
        plugin,
        id: section.id,
      })),
    read: async (plugin, owner) => await read(await find(plugin, owner), owner),
    save: async (plugin, owner, values) => {
      const declared = await find(plugin, owner)
      await writer.save(declared, owner, values)
      return await read(declared, owner)
    },
  })
}
