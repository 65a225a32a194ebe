import type { AnyPlugin } from '@host/plugin'

/** Plugin data shown by the shell: any change of the plugin may change it. */
export function contributedPaths({ badges, checklist }: Pick<AnyPlugin, 'badges' | 'checklist'>): readonly string[] {
  return [...(badges === undefined ? [] : ['/api/badges']), ...(checklist === undefined ? [] : ['/api/checklist'])]
}
