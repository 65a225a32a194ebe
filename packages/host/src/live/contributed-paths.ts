import type { AnyPlugin } from '@host/plugin'

/** What the shell shows of a plugin's data: whatever the plugin changes, it may change these. */
export function contributedPaths({ badges, checklist }: Pick<AnyPlugin, 'badges' | 'checklist'>): readonly string[] {
  return [...(badges === undefined ? [] : ['/api/badges']), ...(checklist === undefined ? [] : ['/api/checklist'])]
}
