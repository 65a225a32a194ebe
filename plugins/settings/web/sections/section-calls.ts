import {
  readInstanceSettings,
  readOwnSettings,
  readSettings,
  saveInstanceSettings,
  saveOwnSettings,
  saveSettings,
} from '../../shared.ts'

/** Owner of a section's settings. */
export type SectionKind = 'workspace' | 'instance' | 'user'

/** How a section is read and saved; the same of every kind, but for its path. */
export interface SectionCalls {
  readonly read: typeof readSettings
  readonly save: typeof saveSettings
}

/** The calls of each kind. */
export const sectionCalls: Readonly<Record<SectionKind, SectionCalls>> = {
  workspace: { read: readSettings, save: saveSettings },
  instance: { read: readInstanceSettings, save: saveInstanceSettings } as unknown as SectionCalls,
  user: { read: readOwnSettings, save: saveOwnSettings } as unknown as SectionCalls,
}
